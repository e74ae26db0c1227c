/**
 * How the tests and the benchmarks start Chromium. A window of today's Chromium draws menus of its address bar in processes of their own,
 * which take longer to start than our page: they are off. Playwright's own list of features that are off gives way to this one.
 */
const OFF = ["WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup", "PreloadTopChromeWebUI", "AimEnabled", "LensOverlay", "MediaRouter", "OptimizationHints", "PreconnectToSearch", "NetworkTimeServiceQuerying",
  "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "PaintHolding", "ThirdPartyStoragePartitioning", "DestroyProfileOnBrowserClose", "AvoidUnnecessaryBeforeUnloadCheckSync", "AvoidCorsURLLoaderRestartOnRedirect"];

export const options = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", `--disable-features=${OFF.join(",")}`],
};
