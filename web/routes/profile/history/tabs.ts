/** The sections of the history, as they stand in the address. */
export const tabs = ['ledger', 'invoices', 'bets', 'spins'] as const
export type Tab = (typeof tabs)[number]

export function isTab(value: string | null): value is Tab {
  return tabs.some((tab) => tab === value)
}

/** The bets whose result is still to come; by default the settled ones are shown. */
export function isOpenBets(search: URLSearchParams): boolean {
  return search.get('isSettled') === 'false'
}
export function betsPath(isOpen: boolean): string {
  return isOpen ? '?tab=bets&isSettled=false' : '?tab=bets'
}

/** Where the entries of one payment or round stand. */
export function entriesPath(referenceId: string): string {
  return `/profile/history?reference=${encodeURIComponent(referenceId)}`
}
