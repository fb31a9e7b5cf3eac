/** The history's sections, as in the URL. */
export const tabs = ['ledger', 'invoices', 'bets', 'spins'] as const
export type Tab = (typeof tabs)[number]

export function isTab(value: string | null): value is Tab {
  return tabs.some((tab) => tab === value)
}

/** Whether open bets are shown; the default is settled ones. */
export function isOpenBets(search: URLSearchParams): boolean {
  return search.get('isSettled') === 'false'
}
export function betsPath(isOpen: boolean): string {
  return isOpen ? '?tab=bets&isSettled=false' : '?tab=bets'
}

/** Returns the address of the ledger entries of a payment or round. */
export function entriesPath(referenceId: string): string {
  return `/profile/history?reference=${encodeURIComponent(referenceId)}`
}
