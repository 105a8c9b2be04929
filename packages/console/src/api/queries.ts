import type { InputOf, OutputOf, Route } from '@wattkeeper/contracts/kit'
import { session } from '@wattkeeper/contracts/api/session'
import {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../i18n/i18n.ts'
import { type Answer, call, send } from './call.ts'
import { deedRunner } from './deeds.ts'
import { type Failure, asFailure } from './failure.ts'
import { type LiveEventType, onLive } from './live.ts'
import { notify } from './notices.ts'

export { QueryClientProvider }

const networkRetries = 2
const forbidden = 403

export function makeQueryClient(): QueryClient {
  // what the console offered and the server refuses was taken away meanwhile: ask again what the user may do
  const onError = (error: Error) => {
    if (asFailure(error).code !== forbidden) return
    void client.invalidateQueries({ queryKey: [featureOf(session.profile), session.profile.name] })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        refetchOnWindowFocus: true,
        retry: (count, error) => asFailure(error).kind === 'network' && count < networkRetries,
      },
    },
  })
  return client
}

const featureOf = (route: Route): string => route.name.split('.')[0] ?? route.name
const keyOf = (route: Route, input: unknown) => [featureOf(route), route.name, input] as const

export interface DataOptions {
  readonly enabled?: boolean
  /** Read again when one of these happens on the live stream, and after every break of it. */
  readonly live?: readonly LiveEventType[]
  /** Say nothing when it fails: the screen shows it in another way. */
  readonly quiet?: boolean
  readonly staleTimeMs?: number
  readonly pollMs?: number
}

export interface Data<T> {
  readonly data: T | undefined
  /** Nothing has ever arrived: show a skeleton. */
  readonly isFirst: boolean
  /** What is shown belongs to an earlier question. */
  readonly isOld: boolean
  readonly isLoading: boolean
  readonly failure: Failure | undefined
  /** When it was read, in ms; 0 before. */
  readonly readAt: number
  readonly refresh: () => void
}

/** Reads a route, keeps the old rows while the new ones load, and reads again when the live stream says so. */
export function useData<R extends Route>(
  route: R,
  input: InputOf<R>,
  options: DataOptions = {},
): Data<OutputOf<R>> {
  const { enabled = true, live, quiet = false, staleTimeMs, pollMs } = options
  const query = useQuery<OutputOf<R>, Failure>({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => call(route, input, { signal }),
    enabled,
    placeholderData: keepPreviousData,
    ...(staleTimeMs !== undefined && { staleTime: staleTimeMs }),
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
  })
  useLiveRefresh(route, live)
  const failure = query.error ?? undefined
  useEffect(() => {
    if (failure && !quiet && failure.kind !== 'cancelled') notify.error(failure.message, failure.requestId)
  }, [failure, quiet])
  return {
    data: query.data,
    isFirst: query.isPending && query.fetchStatus !== 'idle',
    isOld: query.isPlaceholderData,
    isLoading: query.isFetching,
    failure,
    readAt: query.dataUpdatedAt,
    refresh: () => void query.refetch(),
  }
}

/** Many events a second make one read: at once, then at most one in this time. */
const liveGapMs = 2000

function useLiveRefresh(route: Route, types: readonly LiveEventType[] | undefined): void {
  const client = useQueryClient()
  const wanted = types?.join() ?? ''
  useEffect(() => {
    if (!wanted) return
    const heard = new Set(wanted.split(','))
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastAt = 0
    const refresh = () => {
      lastAt = Date.now()
      timer = undefined
      void client.invalidateQueries({ queryKey: [featureOf(route), route.name] })
    }
    const stop = onLive((event) => {
      if (event.type !== 'hello' && !heard.has(event.type)) return
      timer ??= setTimeout(refresh, Math.max(0, lastAt + liveGapMs - Date.now()))
    })
    return () => {
      clearTimeout(timer)
      stop()
      // From now on nobody hears what changes: who comes back reads anew, however soon.
      void client.invalidateQueries({ queryKey: [featureOf(route), route.name], refetchType: 'none' })
    }
  }, [client, route, wanted])
}

export interface ActionOptions<R extends Route> {
  /** Features whose lists change with this one, beside its own. */
  readonly alsoRefresh?: readonly string[]
  /** No success message; the caller says it in another way. */
  readonly quiet?: boolean
  /** Failures with field errors are shown beside the fields, not as a message. */
  readonly inForm?: boolean
  readonly onDone?: (answer: Answer<R>) => void
}

export interface Action<R extends Route> {
  /** Resolves after success; rejects with a Failure that has already been shown. */
  readonly run: (input: InputOf<R>) => Promise<OutputOf<R>>
  readonly isRunning: boolean
}

/** A change: says the server's sentence, and marks the feature's lists as old. */
export function useAction<R extends Route>(route: R, options: ActionOptions<R> = {}): Action<R> {
  const client = useQueryClient()
  const { alsoRefresh = [], quiet = false, inForm = false, onDone } = options
  const [once] = useState(deedRunner)
  const mutation = useMutation<Answer<R>, Failure, InputOf<R>>({
    mutationFn: (input) => once(input, (deed) => send(route, input, { deed })),
    onSuccess: (answer) => {
      if (!quiet && answer.message) notify.success(answer.message)
      for (const feature of [featureOf(route), ...alsoRefresh]) {
        void client.invalidateQueries({ queryKey: [feature] })
      }
      onDone?.(answer)
    },
    onError: (failure) => {
      if (!(inForm && failure.errors.length > 0)) notify.error(failure.message, failure.requestId)
    },
  })
  return {
    run: async (input) => (await mutation.mutateAsync(input)).data,
    isRunning: mutation.isPending,
  }
}

/** Marks everything a feature has read as old. */
export function useRefreshFeature(): (feature: string) => void {
  const client = useQueryClient()
  return (feature) => void client.invalidateQueries({ queryKey: [feature] })
}

/** Names that the server translates are read again after a switch of language. */
export function useReadAgainOnLanguage(): void {
  const client = useQueryClient()
  const language = useLanguage()
  const before = useRef(language)
  useEffect(() => {
    if (before.current === language) return
    before.current = language
    void client.invalidateQueries()
  }, [client, language])
}
