/** `?wallet=deposit&deposit-bonus=welcome-100` opens the wallet for that bonus; the word leaves the address together with the wallet. */
export const presetKey = 'deposit-bonus'
