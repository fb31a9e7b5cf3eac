/** Comma-separated values (RFC 4180) that spreadsheets read as text and numbers, never as formulas. */

/** Without this byte order mark spreadsheets do not recognize UTF-8. */
export const byteOrderMark = '\uFEFF'

/** `text` is escaped so that it cannot become a formula; `figure` is generated here and stays a number. */
export type Cell = { text: string } | { figure: string }

export function csvLine(cells: Cell[]): string {
  return `${cells.map((cell) => ('figure' in cell ? cell.figure : quoted(harmless(cell.text)))).join(',')}\r\n`
}

/** A text that starts like a formula is prefixed, so that it is displayed instead of computed. */
function harmless(text: string): string {
  return /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Exact decimal text of an amount in subunits: 123 with two decimal places is 1.23. */
export function decimalText(amount: bigint, subunitToUnit: number): string {
  const places = String(subunitToUnit).length - 1
  const digits = String(amount < 0n ? -amount : amount).padStart(places + 1, '0')
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return amount < 0n ? `-${text}` : text
}
