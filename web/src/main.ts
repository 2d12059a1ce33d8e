import { mount } from "svelte";
import App from "./app/App.svelte";
import { holdInstallOffer } from "./app/install.svelte";
import { whenQuiet } from "./app/quiet";
import { start } from "./app/router.svelte";
import { holdIcon } from "./app/site";
import { startLanguage } from "./i18n/texts.svelte";
import "./generated/pieces.css";
import "./style/tokens.css";
import "./style/base.css";

const target = document.getElementById("app");
if (!target) throw new Error("no #app");

holdIcon();
holdInstallOffer();
await Promise.all([startLanguage(), start()]);
mount(App, { target });
// After the first page: it can be read and used without them.
void import("./style/fonts.css");
whenQuiet(() => void import("./update/look").then(({ startServiceWorker }) => startServiceWorker()));
