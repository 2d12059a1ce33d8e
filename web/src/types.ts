/** The wire's types, and the unions that its schema does not name. */
import type * as wire from "./generated/wire";

export type * from "./generated/wire";
export type AnyEntry = wire.Update["entries"][number];
export type AnyEffect = wire.Moved["effects"][number];
export type ReactionName = wire.React["reaction"];
