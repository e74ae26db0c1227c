/**
 * A browser whose pages are watched: everything that a page must never do is noted, wherever it comes from.
 */
import { chromium } from "playwright-core";
import { options } from "./chromium.mjs";

export const launch = () => chromium.launch(options);

/**
 * Opens a page. `trouble` lists violations of the policy, errors, dialogs, requests to elsewhere and new windows.
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function open(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
  context.setDefaultTimeout(120_000); // a machine may be busy; what never comes is noticed all the same
  const page = await context.newPage();
  const trouble = [];
  await page.addInitScript(() => {
    globalThis.violations = [];
    addEventListener("securitypolicyviolation", (e) => violations.push(`${e.violatedDirective} ${e.blockedURI} ${e.sample}`));
  });
  page.on("console", (m) => { if (m.type() === "error") trouble.push("console: " + m.text()); });
  page.on("pageerror", (e) => trouble.push("error: " + e.message));
  page.on("dialog", (d) => { trouble.push("dialog: " + d.message()); void d.dismiss(); });
  context.on("page", (p) => trouble.push("window: " + p.url()));
  page.on("request", (r) => { if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(r.url())) trouble.push("request: " + r.url()); });
  return {
    page, context,
    /** What went wrong, but for what a test expects. @param {RegExp} [expected] */
    async trouble(expected) {
      const all = [...trouble, ...(await page.evaluate(() => globalThis.violations)).map((v) => "violation: " + v)];
      return expected ? all.filter((t) => !expected.test(t)) : all;
    },
  };
}
