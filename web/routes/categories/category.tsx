import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('categoriesTitle'), description: t('categoriesText') }),
  View: Category,
})

function Category() {
  return <SimplePage page="categories" icon="grid" />
}
