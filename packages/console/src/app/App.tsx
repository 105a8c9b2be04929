import { type ReactNode, useState } from 'react'
import { BrowserRouter } from 'react-router'
import { QueryClientProvider, makeQueryClient } from '../api/queries.ts'
import { AppTheme } from '../ui/theme/AppTheme.tsx'
import { Notices } from './Notices.tsx'
import { Guard } from './guard/Guard.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'

export function App(): ReactNode {
  const [client] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={client}>
      <AppTheme>
        <BrowserRouter>
          <ScreenBoundary at="">
            <Guard />
          </ScreenBoundary>
        </BrowserRouter>
        <Notices />
      </AppTheme>
    </QueryClientProvider>
  )
}
