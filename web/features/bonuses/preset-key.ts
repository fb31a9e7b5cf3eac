/**
 * The query key that preselects a bonus: `?wallet=deposit&deposit-bonus=welcome-100`. Closing the wallet removes it.
 */
export const presetKey = 'deposit-bonus'
