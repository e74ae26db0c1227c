/** What is drawn, by ours and by the peers: all of it invented, the same in every run. */

let seed = 7;
const next = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
const WORDS = "the gauge reads high water at noon and a small boat comes in with two crates of rope while rain falls over the harbour wall where nobody waits for it".split(" ");
const words = (n) => Array.from({ length: n }, () => WORDS[next(WORDS.length)]).join(" ");

/** Markdown as agents write it: headings, prose with marks, lists, code, a table here and there. @param {number} bytes */
export function markdown(bytes) {
  seed = 7;
  const out = [];
  for (let n = 0, i = 1; n < bytes; i++) {
    const part = [`## ${words(4)}`, `${words(30)} **${words(3)}** ${words(20)} \`${words(1)}_${i}\` and [${words(2)}](https://example.com/${i}) ${words(25)}.`, `- ${words(9)}\n- ${words(7)} *${words(2)}*\n- ${words(8)}`];
    if (i % 3 === 0) part.push(`\`\`\`js\nconst ${words(1)} = ${i}; // ${words(5)}\n\`\`\``);
    if (i % 5 === 0) part.push(`| ${words(1)} | ${words(1)} |\n|---|--:|\n| ${words(2)} | ${i} |\n| ${words(2)} | ${i * 3} |`);
    const text = part.join("\n\n") + "\n\n";
    out.push(text);
    n += text.length;
  }
  return out.join("").slice(0, bytes);
}

/** Two texts of 5,000 lines with changes, removals and insertions. */
export function texts() {
  const a = Array.from({ length: 5000 }, (_, i) => `line ${i} value ${(i * 7919) % 1000} with some more text`), b = a.slice();
  for (let i = 0; i < 5000; i += 23) b[i] = b[i].replace("value", "VALUE");
  for (let i = 100; i < 4900; i += 501) b.splice(i, 2);
  for (let i = 50; i < 4500; i += 400) b.splice(i, 0, `inserted ${i}`);
  return [a.join("\n") + "\n", b.join("\n") + "\n"];
}

/** 100,000 rows of six columns. */
export const rows = () => Array.from({ length: 100_000 }, (_, i) => ({
  id: i, name: `item ${(i * 7919) % 100003}`, v: ((i * 104729) % 1000003) / 7, flag: i % 3 === 0, when: `2026-0${1 + (i % 9)}-1${i % 10}`, note: i % 11 ? `note ${i}` : null,
}));

/** 3 kB of JavaScript: a screen of it. */
export const code = () => Array.from({ length: 40 }, (_, i) => `export function ${WORDS[i % WORDS.length]}${i}(a, b = "x${i}") {\n  return a > ${i} ? [a, b].map((v) => \`\${v}\`) : null; // ${WORDS[(i * 3) % WORDS.length]}\n}`).join("\n").slice(0, 3000);

/** 1,000 results of five kinds: what is shown, and the payload as it travels. */
export function mixed() {
  seed = 3;
  return Array.from({ length: 1000 }, (_, i) => {
    switch (i % 5) {
      case 0: return { kind: "markdown", text: markdown(600) };
      case 1: return { kind: "code", text: code().slice(0, 700) };
      case 2: return { kind: "table", rows: Array.from({ length: 12 }, (_, k) => ({ id: k, name: words(3), v: next(1000) / 7 })) };
      case 3: return { kind: "diff", old: words(60).replaceAll(" a ", "\n"), new: words(60).replaceAll(" a ", "\n") };
      default: return { kind: "error", message: words(9), detail: words(40) };
    }
  });
}

/** A result as it travels. @param {string} kind @param {object} payload */
export const artifact = (kind, payload) => JSON.stringify({ value: "v", artifact: { schema: "codeagent.tool-artifact", version: 1, kind, status: "success", icon: null, title: null, payload } });
/** @param {object} display */
export const shown = (display) => JSON.stringify({ id: "1", name: "tool", value: "v", is_error: false, artifact: null, display: { open: true, ...display } });
