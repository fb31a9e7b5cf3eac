/** Texts of the chain's methods, in every locale. */
type Translations = { en: string; 'pt-BR': string; de: string; ar: string }

export const names = {
  'chain.crypto': {
    en: 'Crypto transfer',
    'pt-BR': 'Transferência cripto',
    de: 'Krypto-Überweisung',
    ar: 'تحويل عملات مشفرة',
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
    en: 'Only send this currency, and only over this network. Anything else cannot be credited automatically.',
    'pt-BR':
      'Envie apenas esta moeda e apenas por esta rede. O que vier de outra forma não é creditado automaticamente.',
    de: 'Sende nur diese Währung und nur über dieses Netzwerk. Alles andere kann nicht automatisch gutgeschrieben werden.',
    ar: 'أرسل هذه العملة فقط وعبر هذه الشبكة فقط؛ فأي شيء آخر لا يمكن إضافته تلقائيًا.',
  },
  networkOut: {
    en: 'Your wallet must support this network.',
    'pt-BR': 'Sua carteira precisa ser compatível com esta rede.',
    de: 'Dein Wallet muss dieses Netzwerk unterstützen.',
    ar: 'يجب أن تدعم محفظتك هذه الشبكة.',
  },
  wallet: {
    en: 'Starts with 0x. Money sent to a wrong address is lost.',
    'pt-BR': 'Começa com 0x. O que for enviado a um endereço errado se perde.',
    de: 'Beginnt mit 0x. Was an eine falsche Adresse geht, ist verloren.',
    ar: 'يبدأ بـ 0x. وما يُرسل إلى عنوان خاطئ يضيع.',
  },
} satisfies Record<string, Translations>
