/**
 * Structured data for search engines: the site, its games and breadcrumbs. Only the server writes it into pages, so the
 * functions are empty in the browser's build.
 */
import type { GameDetails } from '#contract/games.ts'

const context = 'https://schema.org'

export function organization(): object {
  if (!import.meta.env.SSR) return {}
  return { '@context': context, '@type': 'Organization', name: 'Fairhouse', url: '/', logo: '/icon.svg' }
}

export function breadcrumbs(steps: Array<{ name: string; path: string }>): object {
  if (!import.meta.env.SSR) return {}
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: path,
    })),
  }
}

export function gameData(game: GameDetails, path: string): object {
  if (!import.meta.env.SSR) return {}
  return {
    '@context': context,
    '@type': 'VideoGame',
    name: game.name,
    description: game.description,
    url: path,
    image: game.thumbnails.portrait,
    gamePlatform: 'Web browser',
    applicationCategory: 'Game',
    playMode: 'SinglePlayer',
    author: { '@type': 'Organization', name: game.provider.name },
    typicalAgeRange: '18-',
  }
}

export function questionsData(questions: Array<{ question: string; answer: string }>): object {
  if (!import.meta.env.SSR) return {}
  return {
    '@context': context,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
