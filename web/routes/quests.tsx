import { QuestList } from '../features/quests/quest-list.tsx'
import { questsRoute } from '../features/quests/store.ts'
import { useLabels } from '../render/labels.tsx'
import { defineRoute, query } from '../render/page.ts'
import { Page } from '../shell/page-frame.tsx'

export const route = defineRoute({
  labels: ['quests'],
  queries: () => [query(questsRoute)],
  meta: ({ t }) => ({ title: t('title'), description: t('lead'), noIndex: true }),
  View: Quests,
})

function Quests() {
  const t = useLabels('quests')
  return (
    <Page title={t('title')} lead={t('lead')} width="list">
      <QuestList />
    </Page>
  )
}
