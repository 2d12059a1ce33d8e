/**
 * Where this client is: at a server, which answers every address, or on a plain web host (`nokosu site build`), perhaps in a
 * folder there, where every address is a file. All addresses of pages go through `at`.
 */
const script = import.meta.url;
/** The folder that the client is in; built scripts are in assets/ there. */
export const BASE = import.meta.env.PROD ? new URL("../", script).pathname : "/";

const about = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="nokosu-site"]');
/** Whether nothing but files is here, and so no server to ask. */
export const plainHost = about != null;
/** Where friends can play together instead, if the site was built with such an address. */
export const friendsAt = about?.content || null;

/** The page names its icon from its own folder; from here on it keeps its address, wherever the visitor goes. */
export function holdIcon(): void {
  const named = plainHost ? document.querySelectorAll<HTMLLinkElement>("link[rel*=icon], link[rel=manifest]") : [];
  for (const link of named) link.setAttribute("href", link.href);
}

/** A file of the client. */
export const file = (name: string): string => BASE + name;

/** The address of one of our pages: "/t/abc?seat=1" is t/?id=abc&seat=1 on a plain host, as t/ is a file there. */
export function at(address: string, plain = plainHost, base = BASE): string {
  if (!plain) return address;
  const { pathname, searchParams, hash } = new URL(address, "http://site");
  const [, page = "", id] = pathname.split("/");
  const query = new URLSearchParams([...(id ? [["id", decodeURIComponent(id)]] : []), ...searchParams]).toString();
  return base + (page && `${page}/`) + (query && `?${query}`) + hash;
}

/** The way back: the path of the page that an address leads to. */
export function pathOf(address: { pathname: string; search: string }, plain = plainHost, base = BASE): string {
  if (!plain) return address.pathname;
  const page = address.pathname.slice(base.length).replace(/index\.html$/, "").replace(/\/$/, "");
  const id = new URLSearchParams(address.search).get("id");
  return `/${page}${id ? `/${encodeURIComponent(id)}` : ""}`;
}
