/** Names, labels and hints of the sandbox partner's methods, in every locale: an adapter brings its partner's texts. */
export type Translations = { en: string; 'pt-BR': string; de: string; ar: string }

export const cashAgent = '0x.withdrawal.cash_agent'
export type SandboxMethod =
  | 'sandbox.card'
  | 'sandbox.instant'
  | 'sandbox.wallet'
  | 'sandbox.app'
  | 'sandbox.voucher'
  | 'sandbox.bank'
  | 'sandbox.crypto'
  | typeof cashAgent

export const methodNames = {
  'sandbox.card': { en: 'Card', 'pt-BR': 'Cartão', de: 'Karte', ar: 'بطاقة' },
  'sandbox.instant': {
    en: 'Instant transfer',
    'pt-BR': 'Transferência instantânea',
    de: 'Sofortüberweisung',
    ar: 'تحويل فوري',
  },
  'sandbox.wallet': { en: 'E-wallet', 'pt-BR': 'Carteira digital', de: 'E-Wallet', ar: 'محفظة إلكترونية' },
  'sandbox.app': { en: 'Bank app', 'pt-BR': 'App do banco', de: 'Banking-App', ar: 'تطبيق المصرف' },
  'sandbox.voucher': { en: 'Cash at a kiosk', 'pt-BR': 'Dinheiro em quiosque', de: 'Bar am Kiosk', ar: 'نقدًا في كشك' },
  [cashAgent]: { en: 'Cash agent', 'pt-BR': 'Agente de saque', de: 'Bargeld-Agent', ar: 'وكيل نقدي' },
  'sandbox.bank': { en: 'Bank transfer', 'pt-BR': 'Transferência bancária', de: 'Banküberweisung', ar: 'تحويل مصرفي' },
  'sandbox.crypto': {
    en: 'Crypto transfer',
    'pt-BR': 'Transferência cripto',
    de: 'Krypto-Überweisung',
    ar: 'تحويل عملات مشفرة',
  },
} satisfies Record<string, Translations> as Record<SandboxMethod, Translations> &
  Record<string, Translations | undefined>

export const labels = {
  network: { en: 'Network', 'pt-BR': 'Rede', de: 'Netzwerk', ar: 'الشبكة' },
  wallet: {
    en: 'Your wallet address',
    'pt-BR': 'Endereço da sua carteira',
    de: 'Deine Wallet-Adresse',
    ar: 'عنوان محفظتك',
  },
  holder: { en: 'Account holder', 'pt-BR': 'Titular da conta', de: 'Kontoinhaber', ar: 'اسم صاحب الحساب' },
  iban: { en: 'IBAN', 'pt-BR': 'IBAN', de: 'IBAN', ar: 'رقم الحساب الدولي (IBAN)' },
  accountNumber: { en: 'Account number', 'pt-BR': 'Número da conta', de: 'Kontonummer', ar: 'رقم الحساب' },
  routingNumber: {
    en: 'Routing number',
    'pt-BR': 'Código de roteamento',
    de: 'Bankleitzahl (Routing Number)',
    ar: 'رقم التوجيه المصرفي',
  },
  accountType: { en: 'Account type', 'pt-BR': 'Tipo de conta', de: 'Kontoart', ar: 'نوع الحساب' },
  cpf: { en: 'CPF', 'pt-BR': 'CPF', de: 'CPF (brasilianische Steuernummer)', ar: 'رقم الضريبة البرازيلي (CPF)' },
  phone: { en: 'Your phone', 'pt-BR': 'Seu telefone', de: 'Deine Telefonnummer', ar: 'هاتفك' },
  agent: { en: "Agent's number", 'pt-BR': 'Número do agente', de: 'Nummer des Agenten', ar: 'رقم الوكيل' },
  note: { en: 'Note for your bank', 'pt-BR': 'Mensagem para o seu banco', de: 'Verwendungszweck', ar: 'ملاحظة لمصرفك' },
} satisfies Record<string, Translations>

export const hints = {
  network: {
    en: 'Only send over this network. Transfers over any other network are lost.',
    'pt-BR': 'Envie apenas por esta rede: transferências por outra se perdem.',
    de: 'Sende nur über dieses Netzwerk. Überweisungen über ein anderes gehen verloren.',
    ar: 'أرسل عبر هذه الشبكة فقط؛ فالتحويل عبر شبكة أخرى يضيع.',
  },
  networkOut: {
    en: 'Your wallet must support this network.',
    'pt-BR': 'Sua carteira precisa ser compatível com esta rede.',
    de: 'Dein Wallet muss dieses Netzwerk unterstützen.',
    ar: 'يجب أن تدعم محفظتك هذه الشبكة.',
  },
  wallet: {
    en: 'Check the first and the last four characters.',
    'pt-BR': 'Confira os quatro primeiros e os quatro últimos caracteres.',
    de: 'Prüfe die ersten und die letzten vier Zeichen.',
    ar: 'تحقق من أول أربعة أحرف وآخر أربعة.',
  },
  holder: {
    en: 'Exactly as your bank has it. The account must be in your name.',
    'pt-BR': 'Como consta no banco. A conta precisa estar no seu nome.',
    de: 'Genau wie bei deiner Bank. Das Konto muss auf deinen Namen laufen.',
    ar: 'كما هو مسجّل لدى مصرفك. ويجب أن يكون الحساب باسمك.',
  },
  iban: {
    en: 'For example DE89 3704 0044 0532 0130 00',
    'pt-BR': 'Por exemplo, DE89 3704 0044 0532 0130 00',
    de: 'Zum Beispiel DE89 3704 0044 0532 0130 00',
    ar: 'مثال: ⁦DE89 3704 0044 0532 0130 00⁩',
  },
  digits: { en: 'Digits only', 'pt-BR': 'Somente números', de: 'Nur Ziffern', ar: 'أرقام فقط' },
  cpf: { en: '11 digits', 'pt-BR': '11 dígitos', de: '11 Ziffern', ar: '11 رقمًا' },
  phone: {
    en: 'With its country code, e.g. +49 151 23456789',
    'pt-BR': 'Com o código do país, ex.: +55 11 91234-5678',
    de: 'Mit Landesvorwahl, z. B. +49 151 23456789',
    ar: 'مع رمز البلد، مثال: ⁦+49 151 23456789⁩',
  },
  appPhone: {
    en: 'The number your banking app is registered with',
    'pt-BR': 'O número cadastrado no app do seu banco',
    de: 'Die Nummer, mit der deine Banking-App registriert ist',
    ar: 'الرقم المسجَّل في تطبيق مصرفك',
  },
  agent: {
    en: 'The agent pays you in cash.',
    'pt-BR': 'O agente paga você em dinheiro.',
    de: 'Der Agent zahlt dir den Betrag bar aus.',
    ar: 'يدفع لك الوكيل نقدًا.',
  },
  note: { en: 'Optional', 'pt-BR': 'Opcional', de: 'Optional', ar: 'اختياري' },
} satisfies Record<string, Translations>
