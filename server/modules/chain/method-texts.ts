/** Texts of the chain's methods, in every locale. */
type Translations = { en: string; 'pt-BR': string; de: string; ar: string }

export const names = {
  'chain.crypto': {
    en: 'On-chain transfer',
    'pt-BR': 'Transferência on-chain',
    de: 'On-Chain-Überweisung',
    ar: 'تحويل عبر البلوكتشين',
  },
} satisfies Record<string, Translations>

export const labels = {
  network: { en: 'Network', 'pt-BR': 'Rede', de: 'Netzwerk', ar: 'الشبكة' },
  wallet: {
    en: 'Your wallet address',
    'pt-BR': 'Endereço da sua carteira',
    de: 'Deine Wallet-Adresse',
    ar: 'عنوان محفظتك',
  },
} satisfies Record<string, Translations>

export const hints = {
  network: {
    en: 'Send only this currency, only over this network: anything else cannot be credited by itself.',
    'pt-BR': 'Envie apenas esta moeda e apenas por esta rede: qualquer outra não é creditada automaticamente.',
    de: 'Nur diese Währung und nur über dieses Netzwerk senden: Anderes kann nicht von selbst gutgeschrieben werden.',
    ar: 'أرسل هذه العملة فقط وعبر هذه الشبكة فقط؛ فأي شيء آخر لا يمكن إضافته تلقائيًا.',
  },
  networkOut: {
    en: 'Your wallet must be on this network.',
    'pt-BR': 'A sua carteira precisa estar nesta rede.',
    de: 'Deine Wallet muss in diesem Netzwerk sein.',
    ar: 'يجب أن تكون محفظتك على هذه الشبكة.',
  },
  wallet: {
    en: 'Starts with 0x. What is sent to a wrong address is lost.',
    'pt-BR': 'Começa com 0x. O que for enviado a um endereço errado se perde.',
    de: 'Beginnt mit 0x. Was an eine falsche Adresse geht, ist verloren.',
    ar: 'يبدأ بـ 0x. وما يُرسل إلى عنوان خاطئ يضيع.',
  },
} satisfies Record<string, Translations>
