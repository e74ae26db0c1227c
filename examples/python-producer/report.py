import os

import vitrine

tides = vitrine.result("2 ports: Duluth 1.25 m, Fargo 1.5 m", "table", {"columns": ["port", "high"], "rows": [["Duluth", 1.25], ["Fargo", 1.5]]},
                       title="Tides", call="c1", name="tide_table")

vitrine.save("results.jsonl", [tides, vitrine.langchain(tides), vitrine.aisdk(tides)])

with open("tides.html", "w", encoding="utf-8") as f:
    f.write(vitrine.html(tides))

for event in vitrine.push(os.environ["VITRINE_URL"], os.environ["VITRINE_TOKEN"], "tides", tides, title="Tides of today"):
    print(event["id"])
