"""What bench/browser.py runs inside the page: everything here is measured by the page's own clock."""

# Nobody is there to answer whether a die with the last open target may be played.
ON_THE_DEVICE = "localStorage['nokosu.settings'] ??= JSON.stringify({ warnTarget: false })"
AT_THE_SERVER = "localStorage['nokosu.settings'] ??= JSON.stringify({ warnTarget: false, device: false })"
# When the button came, when it was pressed, and when the table was drawn, for the page's own account of its start.
WATCH = """{
  const seen = (selector, then) => new MutationObserver((_, watch) => {
    if (!document.querySelector(selector)) return;
    then();
    watch.disconnect();
  }).observe(document, { subtree: true, childList: true });
  seen("button.big", () => (window.buttonAt = performance.now()));
  addEventListener("click", (event) => (window.pressedAt ??= event.timeStamp), true);
  const drawn = () => (window.tableAt = performance.now());
  seen(".board .own [data-piece]", () => requestAnimationFrame(() => setTimeout(drawn)));
}"""
DRAWN = """() => new Promise((done) => {
  const look = () => (window.tableAt ? done(tableAt - pressedAt) : setTimeout(look, 5));
  look();
})"""
START = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const files = performance.getEntriesByType("resource").filter((file) => file.responseEnd <= window.buttonAt);
  return {
    answer: page.responseStart,
    files: Math.max(...files.map((file) => file.responseEnd)),
    count: files.length,
    script: files.filter((file) => file.name.endsWith(".js")).reduce((sum, file) => sum + file.encodedBodySize, 0),
    bytes: files.reduce((sum, file) => sum + file.encodedBodySize, page.encodedBodySize),
    button: window.buttonAt,
  };
}"""
# Click a playable card and wait for it to lie in the trick, by the page's own clock.
PLAY = """() => new Promise((done) => {
  const card = document.querySelector(".own button[aria-disabled='false']");
  const start = performance.now();
  const watch = new MutationObserver(() => {
    if (!document.querySelector(".slot.bottom")) return;
    watch.disconnect();
    done(performance.now() - start);
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  card.click();
})"""

# From here on: the time between frames while something moves, and tasks that take long.
FRAMES = """() => {
  window.frames_ms = [];
  window.tasks_ms = [];
  new PerformanceObserver((list) => tasks_ms.push(...list.getEntries().map((each) => each.duration)))
    .observe({ entryTypes: ["longtask"] });
  let last = null;
  const frame = (now) => {
    const moves = document.getAnimations().some((each) => each.playState === "running");
    if (moves && last !== null) frames_ms.push(now - last);
    last = moves ? now : null;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
# Play what is offered, until so many tricks were won; cards before dice, as dice raise questions.
TRICK_BY_TRICK = """(tricks) => new Promise((done) => {
  const won = () => [...document.querySelectorAll("[data-zone=seat] .won")]
    .reduce((sum, each) => sum + Number(each.textContent), 0);
  const end = won() + tricks;
  const timer = setInterval(() => {
    if (won() >= end) {
      clearInterval(timer);
      done();
    }
    // Not before everything is at rest: a click would skip it.
    document.querySelector("dialog[open]:not(.wide) .buttons .primary")?.click();
    if (document.getAnimations().length || !document.querySelector(".own.turn")) return;
    const offered = (within) => document.querySelector(`${within} button[aria-disabled='false']`);
    (offered(".hand") ?? offered(".own"))?.click();
  }, 300);
})"""
