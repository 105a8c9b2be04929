import { type InputOf, type OutputOf, type Problem, type Route, say } from '@wattkeeper/contracts/kit'

/** Answers a route in screen tests; throwing a Problem answers its code and words. */
export type FakeAnswer<R extends Route> = (input: InputOf<R>) => OutputOf<R>

interface Fake {
  readonly route: Route
  readonly answer: (input: unknown) => unknown
}

/** One answered route: `fakeServer(fake(devices.list, () => ({ rows: [], total: 0 })))`. */
export const fake = <R extends Route>(route: R, answer: FakeAnswer<R>): Fake => ({
  route,
  answer: (input) => answer(input as InputOf<R>),
})

const patternOf = (path: string) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

const inputOf = (url: URL, found: RegExpMatchArray, body: unknown): object => ({
  ...{ ...Object.fromEntries(url.searchParams), ...found.groups },
  ...(body as object | undefined),
})

function envelopeOf({ route, answer }: Fake, input: object): object {
  try {
    const output = answer(input)
    const page = 'x-page' in route.output ? (output as { rows: unknown; total: number }) : undefined
    const data = page ? { data: page.rows, total: page.total } : { data: output }
    return { code: 200, message: route.done.zh, ...data }
  } catch (thrown) {
    const { kind, params, errors } = thrown as Problem
    return { code: kind.code, message: say(kind.words, 'zh', params), data: { errors }, requestId: 'fake' }
  }
}

/** Stands in for `fetch` until the returned function puts it back; a route that was not named is an error. */
export function fakeServer(...fakes: readonly Fake[]): () => void {
  const real = globalThis.fetch
  globalThis.fetch = async (address, options) => {
    const url = new URL(address instanceof Request ? address.url : address, 'http://console.test')
    for (const one of fakes) {
      const found = url.pathname.match(patternOf(one.route.path))
      if (!found || (options?.method ?? 'GET') !== one.route.method) continue
      const body: unknown = typeof options?.body === 'string' ? JSON.parse(options.body) : undefined
      return Response.json(envelopeOf(one, inputOf(url, found, body)))
    }
    throw new Error(`No fake answers ${options?.method ?? 'GET'} ${url.pathname}`)
  }
  return () => {
    globalThis.fetch = real
  }
}
