/** Comma-separated values (RFC 4180) that spreadsheets read as text and figures, never as formulas. */

/** Spreadsheets take UTF-8 for what it is only behind this mark. */
export const byteOrderMark = '\uFEFF'

/** `text` is written so that nothing in it can be run; `figure` is the house's own and stays a figure. */
export type Cell = { text: string } | { figure: string }

export function csvLine(cells: Cell[]): string {
  return `${cells.map((cell) => ('figure' in cell ? cell.figure : quoted(harmless(cell.text)))).join(',')}\r\n`
}

/** What begins like a formula is shown instead of computed. */
function harmless(text: string): string {
  return /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Exact decimal text of an amount in subunits: 123 of a hundred is 1.23. */
export function decimalText(amount: bigint, subunitToUnit: number): string {
  const places = String(subunitToUnit).length - 1
  const digits = String(amount < 0n ? -amount : amount).padStart(places + 1, '0')
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return amount < 0n ? `-${text}` : text
}
