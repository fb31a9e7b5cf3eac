/** Steps of the product's funnels, for the operator's tag manager where there is one. */
declare global {
  interface Window { dataLayer?: unknown[] }
}

export function track(event: string, data: Record<string, string | number>): void {
  window.dataLayer?.push({ event, ...data })
}
