/** Terms that no text of a locale may use, each with its replacement. docs/glossary.md contains the current terms. */
export type RetiredTerm = { term: string; use: string }

export const retiredTerms: Readonly<Record<string, readonly RetiredTerm[]>> = {
  en: [
    { term: 'the house', use: 'we, us or the name of the site' },
    { term: 'open books', use: 'transparency' },
    { term: 'to be had', use: 'available' },
    { term: 'on your balance', use: 'added to your balance' },
    { term: 'won less staked', use: 'net result' },
    { term: 'in all', use: 'total' },
    { term: 'the least', use: 'minimum' },
    { term: 'highest stake', use: 'maximum stake' },
    { term: 'highest win', use: 'maximum win' },
    { term: 'set aside', use: 'reserved or pending' },
    { term: 'call back', use: 'cancel withdrawal' },
    { term: 'called back', use: 'cancelled' },
    { term: 'pay-out', use: 'withdrawal or payout' },
    { term: 'pay-outs', use: 'withdrawals or payouts' },
    { term: 'give up', use: 'cancel' },
    { term: 'given up', use: 'cancelled' },
    { term: 'give it up', use: 'cancel' },
    { term: 'ran out of time', use: 'expired' },
    { term: 'counts {factor} times', use: 'all wins x{factor}' },
    { term: 'counts 3 times', use: 'all wins x3' },
    { term: 'hand in', use: 'upload' },
    { term: 'handed in', use: 'uploaded' },
    { term: 'papers', use: 'documents' },
    { term: 'stand still', use: 'can no longer be changed' },
    { term: 'two-step', use: 'two-factor authentication' },
    { term: 'your break', use: 'cooling-off period' },
    { term: 'by mail', use: 'by email' },
    { term: 'mails', use: 'emails' },
    { term: 'no game fits', use: 'no games found' },
    { term: 'nothing fits', use: 'no results' },
    { term: 'to the games', use: 'browse games' },
    { term: 'go on', use: 'continue' },
    { term: 'all right', use: 'OK' },
    { term: 'keeping it a game', use: 'responsible gaming' },
    { term: 'turbo mode', use: 'what the game does' },
    { term: 'of it bonus money', use: 'including bonus money' },
    { term: 'deposit noted', use: 'finish your deposit' },
  ],
  de: [
    { term: 'das Haus', use: 'wir oder der Name der Website' },
    { term: 'des Hauses', use: 'unser oder der Name der Website' },
    { term: 'offene Bücher', use: 'Transparenz' },
    { term: 'zu haben', use: 'verfügbar' },
    { term: 'auf deinem Guthaben', use: 'deinem Guthaben gutgeschrieben' },
    { term: 'Auszahlungen sind offen', use: 'Auszahlungen sind jetzt möglich' },
    { term: 'zurückgelegt', use: 'reserviert oder offen' },
    { term: 'zurückholen', use: 'stornieren' },
    { term: 'zurückgeholt', use: 'storniert' },
    { term: 'Bonus aufgeben', use: 'Bonus stornieren' },
    { term: 'Bonus aufgegeben', use: 'Bonus storniert' },
    { term: 'höchster Einsatz', use: 'maximaler Einsatz' },
    { term: 'höchste Einsatz', use: 'maximale Einsatz' },
    { term: 'höchster Gewinn', use: 'Maximalgewinn' },
    { term: 'höchsten Gewinn', use: 'Maximalgewinn' },
    { term: 'Zahlungsart', use: 'Zahlungsmethode' },
    { term: 'Zahlungsarten', use: 'Zahlungsmethoden' },
    { term: 'in zwei Schritten', use: 'Zwei-Faktor-Authentifizierung' },
    { term: 'reiche ein', use: 'lade hoch' },
    { term: 'Dokument einreichen', use: 'Dokument hochladen' },
    { term: 'Startwert', use: 'Seed' },
    { term: 'Startwerte', use: 'Seeds' },
    { term: 'kein Spiel passt', use: 'keine Spiele gefunden' },
    { term: 'damit es ein Spiel bleibt', use: 'verantwortungsvolles Spielen' },
    { term: 'um Geld spielen', use: 'um Echtgeld spielen' },
    { term: 'noch einmal versuchen', use: 'erneut versuchen' },
    { term: 'versuch es', use: 'versuche es' },
    { term: 'AGB', use: 'Nutzungsbedingungen' },
    { term: 'Aktionscode', use: 'Promo-Code' },
    { term: 'mind.', use: 'min.' },
    { term: 'Turbo-Modus', use: 'was das Spiel tut' },
  ],
  'pt-BR': [
    { term: 'a casa', use: 'nós ou o nome do site' },
    { term: 'da casa', use: 'nosso ou o nome do site' },
    { term: 'livros abertos', use: 'contas abertas' },
    { term: '{count} RG', use: 'giros grátis' },
    { term: 'rodada grátis', use: 'giro grátis' },
    { term: 'rodadas grátis', use: 'giros grátis' },
    { term: 'bônus desistido', use: 'bônus cancelado' },
    { term: 'desistir', use: 'cancelar' },
    { term: 'desistido', use: 'cancelado' },
    { term: 'rollover', use: 'requisito de apostas' },
    { term: 'duas etapas', use: 'autenticação de dois fatores' },
    { term: 'a dinheiro', use: 'com dinheiro real' },
    { term: 'prêmio máximo', use: 'ganho máximo' },
    { term: 'tabela de prêmios', use: 'tabela de pagamentos' },
    { term: 'impressão digital', use: 'hash' },
    { term: 'que continue sendo um jogo', use: 'jogo responsável' },
    { term: 'tentar novamente', use: 'tentar de novo' },
    { term: 'tente novamente', use: 'tente de novo' },
    { term: 'meio de pagamento', use: 'método de pagamento' },
    { term: 'confira sua conexão', use: 'verifique sua conexão' },
    { term: 'modo turbo', use: 'o que o jogo faz' },
  ],
  ar: [
    { term: 'الدار', use: 'نحن أو اسم الموقع' },
    { term: 'دفاتر مفتوحة', use: 'شفافية كاملة' },
    { term: 'دورة مجانية', use: 'لفة مجانية' },
    { term: 'دورات مجانية', use: 'لفات مجانية' },
    { term: 'دورتان مجانيتان', use: 'لفتان مجانيتان' },
    { term: 'الدورات المجانية', use: 'اللفات المجانية' },
    { term: 'تخلَّ', use: 'ألغِ' },
    { term: 'التخلي', use: 'إلغاء' },
    { term: 'أعلى رهان', use: 'الحد الأقصى للرهان' },
    { term: 'أعلى ربح', use: 'الحد الأقصى للربح' },
    { term: 'استرجاع السحب', use: 'إلغاء السحب' },
    { term: 'بخطوتين', use: 'المصادقة الثنائية' },
    { term: 'لتبقَ لعبة', use: 'اللعب المسؤول' },
    { term: 'إلى الألعاب', use: 'تصفّح الألعاب' },
    { term: 'إعادة المحاولة', use: 'أعد المحاولة' },
    { term: 'حاول مجددًا', use: 'حاول مرة أخرى' },
    { term: 'دولة', use: 'بلد' },
    { term: 'مراسلة الدعم', use: 'التواصل مع الدعم' },
  ],
}

/** Names that no export and no file may have; `tests/architecture.test.ts` reads the code for them. */
export const retiredNames: ReadonlyArray<{ name: RegExp; use: string }> = [
  {
    name: /^House(?!Account)|^(open|test)House|House(Test|InProcess|OverHttp)$/,
    use: 'operator wallet, site, or what it is',
  },
  { name: /^(tell|say)(?![a-z])/, use: 'notify, publish, format or print' },
  {
    name: /^(keep|kept)s?(?=Known|Fields|Challenge|Messages|History|Deadlines|The)|^Kept/,
    use: 'store, pick or enforce',
  },
  { name: /^(read|set|current|on)?Looks?(From|Change)?$|^looksFrom$/, use: 'preferences, theme or style' },
  { name: /^(flag|fairness)?Desk$|^deskOf$/i, use: 'controls, panel or context' },
  { name: /^standing(?=[A-Z])|^Standing/, use: 'open or current' },
  { name: /^use\w*Words$|^(Form|Field|Otp|Fault)Words$/, use: 'text, texts or translation' },
  { name: /^(GiveUp|HandIn|OpenBooks|Patron|Gambler|Newcomer|Heard)/, use: 'cancel, upload, and the plain noun' },
]

/** The replacement of a retired name, or undefined for a name that may be used. */
export function retiredName(name: string): string | undefined {
  return retiredNames.find((each) => each.name.test(name))?.use
}

const patterns = new Map(
  Object.entries(retiredTerms).map(([locale, terms]) => [
    locale,
    terms.map(({ term, use }) => ({
      term,
      use,
      pattern: new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(term)}(?![\\p{L}\\p{M}\\p{N}])`, 'iu'),
    })),
  ]),
)

/** The retired terms in a text, as whole words in any case. */
export function retiredIn(locale: string, text: string): RetiredTerm[] {
  return (patterns.get(locale) ?? [])
    .filter(({ pattern }) => pattern.test(text))
    .map(({ term, use }) => ({ term, use }))
}
