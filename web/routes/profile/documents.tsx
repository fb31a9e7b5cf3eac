/** The documents page: uploads and their status. */
import { useApi } from '../../api/use-api.ts'
import { Card } from '../../design/card/card.tsx'
import { Empty, Failed } from '../../design/empty/empty.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { useLabels } from '../../render/labels.tsx'
import { defineRoute, query } from '../../render/page.ts'
import { Page } from '../../shell/page-frame.tsx'
import { DocumentRow } from './documents/document-row.tsx'
import { UploadForm } from './documents/upload-form.tsx'
import styles from './documents/documents.module.css'

const documents = 'GET /api/player/documents'

export const route = defineRoute({
  labels: ['documents'],
  queries: () => [query(documents)],
  content: ['fields-settings'],
  meta: ({ t }) => ({ title: t('title'), noIndex: true }),
  View: Documents,
})

function Documents() {
  const t = useLabels('documents')
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className={styles.page}>
        <UploadForm />
        <Card title={t('mine')}>
          <List />
        </Card>
      </div>
    </Page>
  )
}

function List() {
  const t = useLabels('documents')
  const { data, isError, refetch } = useApi(documents)
  if (isError && !data) return <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  if (data.length === 0)
    return (
      <Empty icon="document" title={t('empty')}>
        {t('emptyText')}
      </Empty>
    )
  return (
    <ul className={styles.rows}>
      {data.map((document) => (
        <DocumentRow key={document.id} document={document} />
      ))}
    </ul>
  )
}
