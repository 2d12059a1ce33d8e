/** Whether a modal dialog covers the page, and when none does any more. */
export function modalOpen(): boolean {
  return typeof document !== "undefined" && document.querySelector("dialog:modal") !== null;
}

/** Call back when the open dialog, and every other, is closed. */
export function whenUncovered(callback: () => void): void {
  const closed = () => {
    if (modalOpen()) return;
    document.removeEventListener("close", closed, { capture: true });
    callback();
  };
  document.addEventListener("close", closed, { capture: true });
}
