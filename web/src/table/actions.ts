/** Actions in words. */
import { t } from "../i18n/texts.svelte";
import { pieceObject } from "../i18n/words";

/** "take dR5", "zero dB2", "pass", "play R5" as something that one can do. */
export function actionInWords(action: string): string {
  const [verb, piece = ""] = action.split(" ");
  if (verb === "take") return t("web.action.take", { die: pieceObject(piece) });
  if (verb === "zero") return t("web.action.zero", { die: pieceObject(piece) });
  if (verb === "play") return t("web.action.play", { piece: pieceObject(piece) });
  return t("web.action.pass");
}
