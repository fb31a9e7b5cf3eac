import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

// Shows: 9.10.1
test('an image is fetched once it is within 400 px of the viewport', async () => {
  const observed = new Set<object>()
  let options: IntersectionObserverInit | undefined
  let report: (entries: object[]) => void = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof report, init: IntersectionObserverInit) {
        report = callback
        options = init
      }
      observe = (element: object) => observed.add(element)
      unobserve = (element: object) => observed.delete(element)
    },
  )
  // Images share an observer, which another test may have created.
  vi.resetModules()
  const { fetchWhenNear } = await import('./lazy-image.tsx')
  const image = { dataset: { src: '/fox.avif', srcset: '/fox.avif 2x' }, src: '', srcset: '' }
  fetchWhenNear(image as unknown as HTMLImageElement)
  expect(options).toEqual({ rootMargin: '400px', scrollMargin: '0px 400px' })
  report([{ target: image, isIntersecting: false }])
  expect([image.src, observed.size]).toEqual(['', 1])
  report([{ target: image, isIntersecting: true }])
  expect([image.src, image.srcset, observed.size]).toEqual(['/fox.avif', '/fox.avif 2x', 0])
})
