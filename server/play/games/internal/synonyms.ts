/**
 * What players type for a kind of game that bears another name here: "aviator" for crash games, "Spielautomat" for
 * slots. Each target is an English keyword, name or kind, so it also finds the games of outside studios.
 */
import { wordsOf } from './text-index.ts'

type Synonyms = { everywhere: string } & Record<string, string>

/** Phrases are separated by commas; capitals and accents are ignored. Those of `everywhere` apply in all locales. */
export const synonyms: Record<string, Synonyms> = {
  crash: {
    everywhere: 'aviator, jetx, spaceman, bustabit, lucky jet',
    en: 'plane, airplane, rocket game',
    de: 'flugzeug, flieger, raketenspiel',
    es: 'avión, avioncito, cohete',
    'fr-CA': 'avion, fusée',
    'pt-BR': 'avião, aviãozinho, foguetinho',
    ar: 'افياتور, أفياتور, كراش, طيارة, طائرة, صاروخ',
  },
  slot: {
    everywhere: 'slots, slot machine, slot machines',
    en: 'fruit machine, fruit machines, pokies, pokie, one armed bandit, reels',
    de: 'spielautomat, spielautomaten, automat, automaten, einarmiger bandit, walzenspiel',
    es: 'tragamonedas, tragaperras, máquina tragamonedas',
    'fr-CA': 'machine à sous, machines à sous, bandit manchot',
    'pt-BR': 'caça-níquel, caça-níqueis, tigrinho',
    ar: 'سلوت, سلوتس, ماكينة سلوت, آلة الحظ',
  },
  blackjack: {
    everywhere: 'bj, pontoon',
    en: 'twenty one, twentyone',
    de: 'siebzehn und vier, einundzwanzig',
    es: 'veintiuna, veintiuno',
    'fr-CA': 'vingt et un, vingt-et-un',
    'pt-BR': 'vinte e um, vinte-e-um',
    ar: 'بلاكجاك, واحد وعشرون',
  },
  roulette: {
    everywhere: 'roulette, rulet',
    en: 'european roulette',
    de: 'kesselspiel',
    es: 'ruleta',
    'fr-CA': 'roulette européenne',
    'pt-BR': 'roleta',
    ar: 'روليت',
  },
  poker: {
    everywhere: 'videopoker, video poker',
    en: 'five card draw',
    de: 'pokerautomat',
    es: 'video póquer, póquer',
    'fr-CA': 'vidéo poker',
    'pt-BR': 'videopôquer, pôquer',
    ar: 'فيديو بوكر, بوكر',
  },
  mines: {
    everywhere: 'minesweeper',
    en: 'mine field',
    de: 'minensucher, minen',
    es: 'buscaminas',
    'fr-CA': 'démineur',
    'pt-BR': 'campo minado, minas',
    ar: 'كاسحة الألغام',
  },
  wheel: {
    everywhere: 'big six, dream catcher',
    en: 'wheel of fortune, spin the wheel',
    de: 'glücksrad',
    es: 'rueda de la fortuna',
    'fr-CA': 'roue de fortune, roue chanceuse',
    'pt-BR': 'roda da fortuna',
    ar: 'عجلة الحظ',
  },
  keno: {
    everywhere: 'lotto, bingo',
    en: 'lottery numbers',
    de: 'zahlenlotto',
    es: 'loto',
    'fr-CA': 'loto, loterie',
    'pt-BR': 'loteria, loto',
    ar: 'لوتو, بنغو',
  },
  table: {
    everywhere: 'table games',
    en: 'card games',
    de: 'tischspiele, kartenspiele',
    es: 'juegos de mesa, juegos de cartas',
    'fr-CA': 'jeux de table, jeux de cartes',
    'pt-BR': 'jogos de mesa, jogos de cartas',
    ar: 'ألعاب الطاولة, ألعاب الورق',
  },
}

const byLocale = new Map<string, ReadonlyMap<string, string>>()

/** The words of each phrase, joined by spaces, with the word that it stands for: in English and in the locale. */
export function synonymsIn(locale: string): ReadonlyMap<string, string> {
  let phrases = byLocale.get(locale)
  if (!phrases) {
    const read = Object.entries(synonyms).flatMap(([target, { everywhere, ...local }]) =>
      [everywhere, local.en, local[locale]]
        .flatMap((list) => list?.split(',') ?? [])
        .map((phrase) => [wordsOf(phrase).join(' '), target] as const),
    )
    byLocale.set(locale, (phrases = new Map(read)))
  }
  return phrases
}
