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
  'sandbox.app': { en: 'Bank app', 'pt-BR': 'App do banco', de: 'Bank-App', ar: 'تطبيق المصرف' },
  'sandbox.voucher': { en: 'Cash at a kiosk', 'pt-BR': 'Dinheiro em quiosque', de: 'Bar am Kiosk', ar: 'نقدًا في كشك' },
  [cashAgent]: { en: 'Cash agent', 'pt-BR': 'Agente de saque', de: 'Bargeld-Agent', ar: 'وكيل نقدي' },
  'sandbox.bank': { en: 'Bank transfer', 'pt-BR': 'Transferência bancária', de: 'Banküberweisung', ar: 'تحويل مصرفي' },
  'sandbox.crypto': {
    en: 'Crypto transfer',
    'pt-BR': 'Transferência cripto',
    de: 'Krypto-Überweisung',
    ar: 'تحويل مشفر',
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
    en: 'Only send over this network: transfers over another one are lost.',
    'pt-BR': 'Envie apenas por esta rede: transferências por outra se perdem.',
    de: 'Nur über dieses Netzwerk senden: Überweisungen über ein anderes gehen verloren.',
    ar: 'أرسل عبر هذه الشبكة فقط؛ فالتحويل عبر شبكة أخرى يضيع.',
  },
  networkOut: {
    en: 'Your wallet must be on this network.',
    'pt-BR': 'A sua carteira precisa estar nesta rede.',
    de: 'Deine Wallet muss in diesem Netzwerk sein.',
    ar: 'يجب أن تكون محفظتك على هذه الشبكة.',
  },
  wallet: {
    en: 'Check the first and the last four characters.',
    'pt-BR': 'Confira os quatro primeiros e os quatro últimos caracteres.',
    de: 'Prüfe die ersten und die letzten vier Zeichen.',
    ar: 'تحقق من أول أربعة أحرف وآخر أربعة.',
  },
  holder: {
    en: 'As your bank writes it; it must be your own account.',
    'pt-BR': 'Como consta no banco; a conta precisa ser sua.',
    de: 'So wie bei deiner Bank; es muss dein eigenes Konto sein.',
    ar: 'كما يكتبه مصرفك؛ ويجب أن يكون الحساب باسمك.',
  },
  iban: {
    en: 'Without spaces, e.g. DE89370400440532013000',
    'pt-BR': 'Sem espaços, ex.: DE89370400440532013000',
    de: 'Ohne Leerzeichen, z. B. DE89370400440532013000',
    ar: 'بدون مسافات، مثال: DE89370400440532013000',
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
    en: 'The one that your bank app is signed in with',
    'pt-BR': 'Aquele usado no app do seu banco',
    de: 'Die, mit der deine Bank-App angemeldet ist',
    ar: 'الرقم المسجَّل في تطبيق مصرفك',
  },
  agent: {
    en: 'The agent nearest to you pays you in cash.',
    'pt-BR': 'O agente mais próximo paga você em dinheiro.',
    de: 'Der Agent in deiner Nähe zahlt dir bar aus.',
    ar: 'يدفع لك أقرب وكيل نقدًا.',
  },
  note: { en: 'Optional', 'pt-BR': 'Opcional', de: 'Freiwillig', ar: 'اختياري' },
} satisfies Record<string, Translations>
