"""Writes one invented notebook as nbformat writes it, in version 4 and in version 3: python3 make.py FOLDER"""
import sys
from os.path import join

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, new_raw_cell

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR4\n2mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=\n"
FRAME = """<div><style scoped>.dataframe tbody tr th { vertical-align: top; }</style>
<table border="1" class="dataframe"><thead><tr style="text-align: right;"><th></th><th>species</th><th>kg</th></tr></thead>
<tbody><tr><th>0</th><td>herring</td><td>12.50</td></tr><tr><th>1</th><td>mackerel &amp; co</td><td>NaN</td></tr></tbody></table><p>2 rows × 2 columns</p></div>"""

out = sys.argv[1]
cells = [
    new_markdown_cell("# Landings\n\nWhat came in *this week*.", id="c0"),
    new_code_cell("import pandas as pd\nlandings = pd.read_csv('landings.csv')", id="c1", execution_count=1),
    new_code_cell("landings", id="c2", execution_count=2, outputs=[
        new_output("execute_result", {"text/html": FRAME, "text/plain": "    species    kg\n0   herring  12.5\n1  mackerel & co   NaN"}, execution_count=2),
    ]),
    new_code_cell("print('counting')\nlandings.plot()", id="c3", execution_count=3, outputs=[
        new_output("stream", name="stdout", text="counting\n"),
        new_output("stream", name="stderr", text="\x1b[33mwarning\x1b[0m: a gap\n"),
        new_output("display_data", {"image/png": PNG, "text/plain": "<Figure size 640x480 with 1 Axes>"}, metadata={"image/png": {"width": 300}}),
    ]),
    new_code_cell("landings.nets", id="c4", execution_count=4, outputs=[
        new_output("error", ename="AttributeError", evalue="no attribute 'nets'", traceback=["\x1b[0;31mAttributeError\x1b[0m", "Cell 4, line 1", "no attribute 'nets'"]),
    ]),
    new_code_cell("# later\nlandings.to_csv('out.csv')", id="c5"),
    new_raw_cell("\\newpage", id="c6", metadata={"format": "text/latex"}),
]
book = new_notebook(cells=cells, metadata={"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python"}})
nbformat.validate(book)
nbformat.write(book, join(out, "sample.ipynb"), version=4)
nbformat.write(nbformat.convert(book, 3), join(out, "sample3.ipynb"), version=nbformat.NO_CONVERT)
