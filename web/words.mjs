/**
 * The few words that are needed while the program, which has all the others in its catalogs, is not running.
 * {0} stands for an argument.
 */
const words = {
  loading: "loading…",
  connecting: "connecting…",
  live: "live",
  waiting: "reconnecting…",
  offline: "offline",
  refused: "not allowed",
  running: "running…",
  failed: "failed",
  copied: "Copied",
  copied_link: "Link copied",
  not_copied: "The browser did not allow copying",
  no_call: "The call that the address names is not in this transcript",
  no_result: "There is no result of this call to look into",
  pasted: "pasted text",
  nth_failure: "Failure {0} of {1}",
  restarted: "The viewer was restarted",
  no_program: "The viewer could not be loaded: {0}. What was received is shown as plain text.",
  ended: "The viewer stopped again and again ({0}). What was received is shown as plain text; reload the page to try once more.",
  reload: "Reload",
};

/** @param {keyof typeof words} key @param {...(string | number)} args */
export const word = (key, ...args) => words[key].replace(/\{(\d)\}/g, (_, i) => String(args[+i] ?? ""));
