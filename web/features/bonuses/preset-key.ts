/** `?wallet=deposit&deposit-bonus=welcome-100` presets that bonus; the key is removed together with the wallet. */
export const presetKey = 'deposit-bonus'
