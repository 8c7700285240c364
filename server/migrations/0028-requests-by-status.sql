-- The badge of requests to decide is asked for every few seconds.
create index rights_requests_by_status on rights_requests (status, requested_by);
