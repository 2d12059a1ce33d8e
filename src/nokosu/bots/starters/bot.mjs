#!/usr/bin/env node
// A bot for Nokosu Dice in JavaScript (Node 18 or newer): make it better.
//
//   nokosu bot-check ./bot.mjs
//   nokosu arena --bot ./bot.mjs --bot random --rounds 200
//
// It speaks the protocol of docs/bot-protocol.md without any package. Every question holds the whole table as your
// seat sees it and the actions that are allowed, so there is nothing to remember and no rule to know.

// The number on a piece: 4 in "play dB4".
const number = (text) => Number(text.at(-1));

// The item for which `value` is smallest.
const least = (items, value) => items.reduce((best, item) => (value(item) < value(best) ? item : best));

// Take a die whose number is near your share of the tricks: it is the number that you will have to hit.
function draft(view, legal) {
  const tricks = view.hand.length + 2; // cards, and the dice that you will play
  const wanted = tricks / view.ruleset.players;
  const takes = legal.filter((action) => action.startsWith("take "));
  return least(takes, (action) => Math.abs(number(action) - wanted));
}

// Zero pays well, but only low hands come through; return the highest die.
function declare(view, legal) {
  const sum = view.hand.reduce((total, card) => total + number(card), 0);
  return sum <= 2 * view.hand.length ? least(legal.slice(1), (action) => -number(action)) : "pass";
}

// While a die in front of you asks for more tricks play high, otherwise low; throw away dice that are dead.
function play(view, legal) {
  const { seat, trump } = view;
  const won = view.won[seat];
  const zero = view.zero[seat];
  const targets = zero ? [0] : view.dice[seat].map(number);
  const dead = legal.find((action) => action.startsWith("play d") && number(action) < won);
  if (dead && !zero) return dead;
  const wantsMore = !targets.includes(won) && targets.some((target) => target > won);
  // Trumps beat the rest: the trump die's colour or its number.
  const power = (action) => {
    const piece = action.split(" ")[1].replace("d", "");
    const isTrump = piece[0] === trump[1] || piece[1] === trump[2];
    return (isTrump ? 10 : 0) + number(action);
  };
  return least(legal, (action) => (wantsMore ? -power(action) : power(action)));
}

const phases = { draft, declare, play };
const say = (answer) => process.stdout.write(JSON.stringify(answer) + "\n");

function answer(line) {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "ready", name: "starter (JavaScript)" });
  if (message.type === "act") {
    const { id, view, legal } = message;
    say({ id, action: phases[view.phase](view, legal) });
  }
  if (message.type === "end") process.exit(0);
}

// Only a newline ends a line here; node:readline would also split at U+2028, which a name may contain.
let rest = "";
for await (const chunk of process.stdin.setEncoding("utf8")) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  lines.filter((line) => line.trim()).forEach(answer);
}
