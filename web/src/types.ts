/** The wire's types, and the unions that its schema does not name. */
import type * as wire from "./generated/wire";

export type * from "./generated/wire";
export type AnyHappening = wire.Update["happenings"][number];
export type AnyEffect = wire.Acted["effects"][number];
export type ReactionName = wire.React["reaction"];
