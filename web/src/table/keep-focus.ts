/**
 * Somebody who plays by keyboard stays where they were when the piece they chose leaves the table: on the next die in the
 * draft, else on the first piece that they can play, else at their own place.
 */
export function keepFocus(board: HTMLElement): { destroy: () => void } {
  let last: HTMLElement | null = null;
  let drafting = false;
  let index = 0;

  const dice = () => [...board.querySelectorAll<HTMLElement>(".pool button")];
  function remember(event: FocusEvent): void {
    last = event.target as HTMLElement;
    drafting = last.matches(".draft *");
    const at = dice().indexOf(last);
    if (at >= 0) index = at;
  }
  function restore(): void {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    rest(drafting ? dice()[Math.min(index, dice().length - 1)] : undefined);
  }
  function rest(die: HTMLElement | undefined): void {
    const playable = board.querySelector<HTMLElement>(".own button.ready[data-piece]");
    (die ?? playable ?? board.querySelector<HTMLElement>(".own"))?.focus();
  }
  /** What had the focus before a dialog may be gone when it closes. */
  function closed(): void {
    if (document.activeElement === document.body) rest(dice()[0]);
  }
  const observer = new MutationObserver(restore);
  observer.observe(board, { childList: true, subtree: true });
  board.addEventListener("focusin", remember);
  document.addEventListener("close", closed, true);
  return {
    destroy: () => {
      observer.disconnect();
      board.removeEventListener("focusin", remember);
      document.removeEventListener("close", closed, true);
    },
  };
}
