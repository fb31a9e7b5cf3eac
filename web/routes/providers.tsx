import type { CSSProperties } from 'react'
import { useApi } from '../api/use-api.ts'
import { TileArt } from '../features/games/tile.tsx'
import { CategoriesBar } from '../features/games/categories-bar.tsx'
import { useLabels } from '../render/labels.tsx'
import { defineRoute, query } from '../render/page.ts'
import { Link } from '../render/router.tsx'
import lobby from './index.module.css'
import styles from './providers.module.css'

export const route = defineRoute({
  labels: ['lobby'],
  queries: () => [query('GET /api/game/providers')],
  meta: ({ t }) => ({ title: t('providersTitle'), description: t('providersDescription') }),
  View: Providers,
})

function Providers() {
  const t = useLabels('lobby')
  const { data: providers = [] } = useApi('GET /api/game/providers')
  return (
    <div className={lobby.lobby}>
      <CategoriesBar />
      <div>
        <h1>{t('providersTitle')}</h1>
        <p className={styles.lead}>{t('providersDescription')}</p>
      </div>
      <ul className={styles.list}>
        {providers.map(({ id, name, gamesCount, thumbnails }) => (
          <li key={id}>
            <Link to={`/providers/${id}`} className={styles.studio}>
              <span className={styles.words}>
                <strong>{name}</strong>
                <span>{t('gamesFound', { count: gamesCount })}</span>
              </span>
              <span className={styles.art}>
                {thumbnails.map((art, index) => (
                  <span key={index} style={{ '--index': index } as CSSProperties}>
                    <TileArt game={{ thumbnails: art }} />
                  </span>
                ))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
