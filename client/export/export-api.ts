import { apiOf } from '#client/api-client/api.ts';
import { exportEndpoints } from '#shared/export-endpoints.ts';

/** The endpoints for exports and imports, which the other pages do not download. */
export const exportApi = apiOf(exportEndpoints);
