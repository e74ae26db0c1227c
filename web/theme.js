// Runs before the first paint, so that a chosen scheme does not flash in from the other one.
try {
  const chosen = localStorage.getItem("vitrine-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.akTheme = chosen;
} catch { /* storage may be forbidden: the system's scheme it is */ }
