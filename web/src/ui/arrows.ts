/** Arrow keys, Home and End move among the buttons of a group; Tab still reaches each of them. */
export function arrows(group: HTMLElement): { destroy: () => void } {
  const step: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
  function onKey(event: KeyboardEvent): void {
    const buttons = [...group.querySelectorAll<HTMLElement>("button:not(:disabled)")];
    const here = buttons.indexOf(document.activeElement as HTMLElement);
    if (here < 0) return;
    let next: number;
    if (event.key in step) next = (here + (step[event.key] ?? 0) + buttons.length) % buttons.length;
    else if (event.key === "Home") next = 0;
    else if (event.key === "End") next = buttons.length - 1;
    else return;
    event.preventDefault();
    buttons[next]?.focus();
  }
  group.addEventListener("keydown", onKey);
  return { destroy: () => group.removeEventListener("keydown", onKey) };
}
