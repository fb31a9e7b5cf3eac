/** The sections of the history, as they stand in the address. */
export const tabs = ['ledger', 'invoices', 'spins'] as const
export type Tab = (typeof tabs)[number]

export function isTab(value: string | null): value is Tab {
  return tabs.some((tab) => tab === value)
}

/** Where the entries of one payment or round stand. */
export function entriesPath(referenceId: string): string {
  return `/profile/history?reference=${encodeURIComponent(referenceId)}`
}
