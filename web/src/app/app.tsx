import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { AppRouter } from './routes.tsx'

/** The whole site, in a browser and where its pages are written beforehand. */
export const App = ({ router }: { router: AppRouter }) => (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
)
