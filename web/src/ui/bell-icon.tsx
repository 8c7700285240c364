/** A bell, which the set of icons does not have; decoration beside a name. */
export const BellIcon = () => (
  <svg className="icon icon-sm" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M12 3a6 6 0 0 0-6 6v4l-2 3.5V18h16v-1.5L18 13V9a6 6 0 0 0-6-6zm0 1.5A4.5 4.5 0 0 1 16.5 9v4.4l1.8 3.1H5.7l1.8-3.1V9A4.5 4.5 0 0 1 12 4.5zM9.5 19.5a2.5 2.5 0 0 0 5 0z" />
  </svg>
)
