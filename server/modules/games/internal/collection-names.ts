/** The names of the collections per locale. */
const names: Record<string, Record<string, string>> = {
  en: {
    popular: 'Popular',
    new: 'New',
    slots: 'Slots',
    'low-volatility': 'Low volatility',
    'high-volatility': 'High volatility',
    instant: 'Dice and instant',
  },
  'pt-BR': {
    popular: 'Populares',
    new: 'Novos',
    slots: 'Slots',
    'low-volatility': 'Baixa volatilidade',
    'high-volatility': 'Alta volatilidade',
    instant: 'Dados e instantâneos',
  },
  de: {
    popular: 'Beliebt',
    new: 'Neu',
    slots: 'Slots',
    'low-volatility': 'Geringe Volatilität',
    'high-volatility': 'Hohe Volatilität',
    instant: 'Würfel und Sofortspiele',
  },
  ar: {
    popular: 'الأكثر شعبية',
    new: 'جديد',
    slots: 'سلوتس',
    'low-volatility': 'تقلب منخفض',
    'high-volatility': 'تقلب مرتفع',
    instant: 'النرد والألعاب الفورية',
  },
}

export function collectionName(identity: string, locale: string): string {
  return names[locale]?.[identity] ?? names.en![identity] ?? identity
}
