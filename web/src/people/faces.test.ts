import { describe, expect, it } from "vitest";
import { FACES, faceForName, faceOf } from "./faces";

describe("faces", () => {
  it("are a character's own, or a robot's", () => {
    expect(faceOf({ kind: "bot", bot: "otto" })).toBe("otto");
    expect(faceOf({ kind: "bot", bot: "my-program" })).toBe("robot");
  });
  it("are what a person chose, else the same for the same name", () => {
    expect(faceOf({ kind: "person", name: "Anna", face: "hat" })).toBe("hat");
    expect(faceOf({ kind: "person", name: "Anna", face: "from-tomorrow" })).toBe(faceForName("Anna"));
    expect(FACES).toContain(faceForName("Béla"));
    expect(new Set(["Anna", "Bea", "Cem", "Dora", "Emil"].map(faceForName)).size).toBeGreaterThan(2);
  });
  it("are the bot's while it plays for a person, and nobody's at an open seat", () => {
    expect(faceOf({ kind: "person", name: "Anna", face: "hat", stand_in: { bot: "otto" } })).toBe("otto");
    // At a rated table the lowest piece is played, by nobody.
    expect(faceOf({ kind: "person", name: "Anna", face: "hat", stand_in: { bot: "lowest" } })).toBe("hat");
    expect(faceOf({ kind: "open" })).toBeNull();
  });
});
