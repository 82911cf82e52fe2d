import { apiOf } from '#client/api-client/api.ts';
import { exportEndpoints } from '#shared/export-endpoints.ts';

/** The endpoints for exports and imports. They are in their own file so that other pages do not download them. */
export const exportApi = apiOf(exportEndpoints);
