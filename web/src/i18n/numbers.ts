/** Numbers as the reader's language writes them. */
import { language } from "./texts.svelte";

const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language.code, options);

/** With one digit behind the point, or comma. */
export function decimal(value: number): string {
  return format({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}

/** With two digits, where one says too little. */
export function hundredths(value: number): string {
  return format({ minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
}

/** A number with one digit, with a plus or a minus before it. */
export function signed(value: number): string {
  const text = format({ minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "always" }).format(value);
  return text.replace("-", "−");
}

/** A share from 0 to 1. */
export function percent(share: number): string {
  return format({ style: "percent" }).format(share);
}
