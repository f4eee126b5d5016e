// Written by src/tools/write-client.ts from /api/openapi.json; do not edit.
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the server is alive */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the server accepts requests; 503 while it shuts down or its store accepts no changes */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** About the server */
        get: operations["getInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sessions */
        get: operations["listSessions"];
        put?: never;
        /** Create a session */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Session detail */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /** Delete a session and its file */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Save now; clears backups */
        post: operations["saveSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The session as a file */
        get: operations["exportSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The session as a file named for the session */
        get: operations["downloadSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A new session from a session file; its model is rebuilt */
        post: operations["importSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A new session from a session file; its model is rebuilt */
        post: operations["uploadSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Metadata */
        get: operations["getMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change metadata */
        patch: operations["updateMetadata"];
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Summary of the session */
        get: operations["getSessionState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is calling, and how to sign in here */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign a browser in with an API key; the answer sets a cookie */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign this browser out */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** People to share sessions with */
        get: operations["listPeople"];
        put?: never;
        /** Add a person, who signs in with a key (POST /keys) or through the identity provider */
        post: operations["createPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/{person_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the role of a person, or block them; their sockets close within seconds */
        patch: operations["updatePerson"];
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** API keys, without their secrets */
        get: operations["listKeys"];
        put?: never;
        /** A new API key; the secret is shown only in this answer */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A key that replaces another, which stays valid for a while */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key; sockets that were opened with it close within seconds */
        delete: operations["deleteKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The roles of people in the session */
        get: operations["listGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/grants/{person_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Share the session with a person, or change their role */
        put: operations["setGrant"];
        post?: never;
        /** Stop sharing the session with a person; their sockets close within seconds */
        delete: operations["deleteGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List variables */
        get: operations["listVariables"];
        put?: never;
        /** Add a variable */
        post: operations["createVariable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/variables/{variable_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replace a variable in place */
        put: operations["replaceVariable"];
        post?: never;
        /** Delete a variable without a safety limit, and every constraint that names it */
        delete: operations["deleteVariable"];
        options?: never;
        head?: never;
        /**
         * Change a variable, with or without recorded rows: name, bounds, categories, role
         * @description Absent fields stay as they are. A new name replaces the old one everywhere; rows outside new bounds stay; categories that occur in rows are listed in `retired` instead of being removed.
         */
        patch: operations["updateVariable"];
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/variables/load": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load variables: an array is appended, an object replaces variables and constraints
         * @description A JSON body, or the same as the part `file` of a form. If one entry is invalid, all are refused.
         */
        post: operations["loadVariables"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/variables/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Variables as a file, with the constraints on request */
        get: operations["exportVariables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/constraints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List constraints */
        get: operations["listConstraints"];
        put?: never;
        /** Register a linear constraint */
        post: operations["createConstraint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/constraints/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete one constraint */
        delete: operations["deleteConstraint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A page of experiments */
        get: operations["listExperiments"];
        put?: never;
        /** Record an experiment */
        post: operations["createExperiment"];
        /** Delete all experiments */
        delete: operations["deleteAllExperiments"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record experiments under one iteration, all of them or none */
        post: operations["createExperiments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/record-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record experiments, and complete the queue items that are named */
        post: operations["recordBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Summary of the data */
        get: operations["getExperimentSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Experiments as CSV, or as an Excel workbook */
        get: operations["exportExperiments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/{provenance_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an experiment; the audit log keeps it */
        delete: operations["removeExperiment"];
        options?: never;
        head?: never;
        /** Correct an experiment, or add a comment; the audit log keeps the old values */
        patch: operations["updateExperiment"];
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/remove-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove experiments, all of them or none; the audit log keeps each */
        post: operations["removeExperiments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/restore-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore removed experiments, all of them or none */
        post: operations["restoreExperiments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/provenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Provenance records */
        get: operations["listProvenance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/provenance/{provenance_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One provenance record */
        get: operations["getProvenance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/objectives": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Objectives with goals and limits */
        get: operations["getObjectives"];
        /** Declare objectives, goals and limits, before or after data */
        put: operations["setObjectives"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/objective-metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Labels and units of objectives */
        get: operations["getObjectiveMetadata"];
        /** Set labels and units, merged per objective and field */
        put: operations["updateObjectiveMetadata"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start an import: every column with its guessed meaning, and the problems to solve */
        post: operations["openImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An open import */
        get: operations["getImport"];
        put?: never;
        post?: never;
        /** Delete an import */
        delete: operations["discardImport"];
        options?: never;
        head?: never;
        /** Set how the file is read, the meaning of columns and the solution of problems */
        patch: operations["updateImport"];
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/imports/{import_id}/commit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record the runs of an import, all of them or none */
        post: operations["commitImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview a file before uploading it */
        post: operations["previewUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace all experiments by those of a file whose columns are recognized by name */
        post: operations["uploadExperiments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/staged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Staged experiments */
        get: operations["listStagedExperiments"];
        put?: never;
        /** Stage an experiment */
        post: operations["stageExperiment"];
        /** Unstage all */
        delete: operations["clearStagedExperiments"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/staged/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stage experiments, all of them or none */
        post: operations["stageExperiments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/staged/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record the outputs of all staged experiments */
        post: operations["completeStagedExperiments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The queue */
        get: operations["listQueueItems"];
        put?: never;
        /** Stage items, all of them or none */
        post: operations["addQueueItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/queue/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs without a result as CSV, or as an Excel workbook, to be filled in and imported */
        get: operations["exportQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/queue/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove finished items */
        post: operations["purgeQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/queue/remove-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove pending items, all of them or none */
        post: operations["removeQueueItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/queue/{item_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One item */
        get: operations["getQueueItem"];
        put?: never;
        post?: never;
        /** Remove a pending item */
        delete: operations["removeQueueItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/queue/{item_id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** pending → running */
        post: operations["startQueueItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/queue/{item_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a pending run, in sessions that require approval */
        post: operations["approveQueueItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/queue/{item_id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record the outputs of an item */
        post: operations["completeQueueItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/queue/{item_id}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark an item as failed */
        post: operations["failQueueItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/queue/lease": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One run for one worker: the first pending run, or a new suggestion
         * @description No two callers get the same run. Without a heartbeat for `seconds` it goes back to the queue; a result that arrives later is still accepted.
         */
        post: operations["leaseQueueItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/queue/{item_id}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Extend the lease */
        post: operations["extendLease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/experiments/queue/{item_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Return the run without a result */
        post: operations["releaseQueueItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Safety limits, and whether runs require approval */
        get: operations["getRules"];
        /** Set the safety limits of designs, suggestions and staged runs, and whether runs require approval */
        put: operations["setRules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/model/train": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Train the model; other requests are served meanwhile */
        post: operations["trainModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The model */
        get: operations["getModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/model/validation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Scores of the model on left-out rows, by refits; computed on the first request */
        get: operations["getModelValidation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/model/predict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Predict at points */
        post: operations["predict"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Jobs that run in the background, newest first */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The progress of a job, and its result */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /**
         * Cancel a running job; delete one that has ended
         * @description Operators of the session may cancel all of its jobs. Viewers may cancel those that they started: these change nothing.
         */
        delete: operations["deleteJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/acquisition/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Suggest the next experiments */
        post: operations["suggest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/acquisition/find-optimum": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The point with the best predicted value */
        post: operations["findOptimum"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/campaign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Goals, reference point and progress of the campaign */
        get: operations["getCampaign"];
        /**
         * Set the reference point for requests that name none
         * @description `goals` is deprecated: `PUT …/objectives` declares goals.
         */
        put: operations["setCampaign"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A page of the candidate list */
        get: operations["getCandidates"];
        /** Replace the list of runs that strategy 'auto' may propose */
        put: operations["setCandidates"];
        post?: never;
        /** Delete the candidate list */
        delete: operations["deleteCandidates"];
        options?: never;
        head?: never;
        /** Set whether runs of the candidate list may be proposed more than once */
        patch: operations["updateCandidates"];
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/candidates/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the candidate list by the rows of a file: CSV, XLSX, ODS, Parquet or JSON */
        post: operations["uploadCandidates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** How many runs the campaign would need, by batch size and compared with a design */
        post: operations["backtest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/visualizations/parity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Predicted against actual values of the cross-validation */
        get: operations["getParityPlot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/visualizations/qq_plot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Standardized residuals against normal quantiles */
        get: operations["getQqPlot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/visualizations/calibration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Nominal against observed coverage of intervals */
        get: operations["getCalibrationPlot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/visualizations/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Learning curve: scores over the number of experiments */
        get: operations["getLearningCurve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/visualizations/hyperparameters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Hyperparameters and choices of the model */
        get: operations["getHyperparameters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/visualizations/contour": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Predictions over a grid of two variables */
        post: operations["getContourPlot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/visualizations/surface": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Predictions over a grid of two variables */
        post: operations["getSurfacePlot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/initial-design": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A space-filling or classical design */
        post: operations["createInitialDesign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/optimal-design/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Terms and sizes of a model, before a design is requested */
        post: operations["getOptimalDesignInfo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/optimal-design": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An optimal design for a model */
        post: operations["createOptimalDesign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/optimal-split-plot-design": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An optimal split-plot design for a model
         * @description Plots follow from the change levels of the variables: very_hard, hard, easy.
         */
        post: operations["createOptimalSplitPlotDesign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/split-plot-design": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A split-plot design, nested by change level */
        post: operations["createSplitPlotDesign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/design/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** How well given points, or the recorded experiments, can estimate a model */
        post: operations["evaluateDesign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/design/analyse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Analysis of the recorded experiments by least squares, and by REML if they were made in plots */
        post: operations["analyseDesign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who holds the lock */
        get: operations["getLock"];
        put?: never;
        /** Take the lock; it is advisory unless the session enforces it */
        post: operations["lockSession"];
        /** Release the lock; without a token it is forced open */
        delete: operations["unlockSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/lock/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Whether changes are refused (423) without the token while the lock is held */
        put: operations["setLockPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a backup if the session changed since the last save */
        post: operations["createBackup"];
        /** Delete the backups of a session */
        delete: operations["deleteBackup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recovery/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The newest backup of every session */
        get: operations["listBackups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recovery/{session_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A new session from the newest backup */
        post: operations["restoreBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recovery/cleanup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete backups older than a number of hours */
        delete: operations["deleteOldBackups"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/audit/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record the data, model or acquisition as final */
        post: operations["recordAuditLock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/audit/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record an event of your own */
        post: operations["recordAuditEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log as Markdown */
        get: operations["exportAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/audit/config-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Decisions in chronological order */
        get: operations["listConfigChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every change of the campaign, newest first */
        get: operations["listRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/history/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The differences between two states of the campaign, in words */
        get: operations["compareRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/history/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The campaign as it was after a change: variables, objectives, rows */
        get: operations["getRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/branch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A new session that starts from the campaign after a change */
        post: operations["branchSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/control": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Requests to the runner, and its reports */
        get: operations["getControl"];
        /** Send a request to the runner, or report its state */
        put: operations["setControl"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/cost-model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The cost model, and the amount spent */
        get: operations["getCostModel"];
        /**
         * Replace the cost model
         * @description Omitted parts cost nothing. Units of all parts must agree.
         */
        put: operations["setCostModel"];
        post?: never;
        /** Delete the cost model */
        delete: operations["deleteCostModel"];
        options?: never;
        head?: never;
        /**
         * Change parts of the cost model
         * @description Variables, changes, measurements and values per unit are changed by name, and null removes an entry. Omitted parts are kept. If there is no cost model, one is created.
         */
        patch: operations["changeCostModel"];
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/cost-model/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The cost of planned runs in sequence, and their cheapest order */
        post: operations["evaluateCostModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/cost-model/design": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The optimal design within a budget
         * @description It has as many runs as the budget pays for, changes between runs included.
         */
        post: operations["createDesignWithinBudget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cost-functions/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check one cost record; nothing is stored */
        post: operations["validateCostFunction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cost-functions/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Values, slopes and integrals of one cost record; nothing is stored */
        post: operations["evaluateCostFunction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/llm/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Settings per provider, keys masked */
        get: operations["getAssistantConfig"];
        put?: never;
        /** Merge settings, per provider and key */
        post: operations["updateAssistantConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/llm/ollama/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Models of an Ollama server */
        get: operations["listOllamaModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/llm/suggest-effects/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Effects for an optimal design, from a language model: a text/event-stream
         * @description With `Prefer: respond-async` the answer, or the result of the job, is the last event as JSON.
         */
        post: operations["suggestEffects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * AnalyseDesignRequest
         * @description Exactly one of model_type and effects; the recorded experiments are analysed
         * @example {
         *       "model_type": "quadratic"
         *     }
         */
        AnalyseDesignRequest: {
            model_type?: ("linear" | "interaction" | "quadratic" | "recommended" | "largest") | null;
            effects?: string[] | null;
            target?: string | null;
            block?: string | null;
            confidence?: number;
            /** @description Box–Cox transformation of the results: 0.5 is the square root, 0 the logarithm, -1 the reciprocal; default 1, no transformation. All results must be positive. */
            box_cox_lambda?: number;
        };
        /** ApiKey */
        ApiKey: {
            key_id: string;
            person_id: string;
            name: string;
            /** @enum {unknown} */
            scope: "read" | "write" | "full";
            sessions: string[] | null;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            created_at: string;
            expires_at: string | null;
            last_used_at: string | null;
        };
        /**
         * ApiKeyRequest
         * @example {
         *       "name": "instrument 3",
         *       "scope": "write"
         *     }
         */
        ApiKeyRequest: {
            /** @description One line without blanks at its ends */
            name: string;
            /** @enum {unknown} */
            scope?: "read" | "write" | "full";
            expires_at?: string | null;
            sessions?: string[] | null;
            person_id?: string;
        };
        /** AssistantConfig */
        AssistantConfig: {
            openai: {
                [key: string]: unknown;
            } | null;
            ollama: {
                [key: string]: unknown;
            } | null;
            edison: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * AssistantConfigPatch
         * @example {
         *       "ollama": {
         *         "base_url": "http://localhost:11434",
         *         "model": "llama3"
         *       }
         *     }
         */
        AssistantConfigPatch: {
            [key: string]: {
                [key: string]: unknown;
            };
        };
        /** AssistantSaved */
        AssistantSaved: {
            /** @constant */
            status: "saved";
        };
        /**
         * Attachment
         * @example {
         *       "title": "NMR",
         *       "url": "https://eln.example/42/nmr"
         *     }
         */
        Attachment: {
            title: string;
            url: string;
        };
        /** AuditEntry */
        AuditEntry: {
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            timestamp: string;
            entry_type: string;
            parameters: {
                [key: string]: unknown;
            };
            /** @description First 16 hex digits of SHA-256 over the parameters as JSON with sorted keys */
            hash: string;
            notes: string;
        };
        /** AuditEventRecorded */
        AuditEventRecorded: {
            entry: components["schemas"]["AuditEntry"];
        };
        /**
         * AuditEventRequest
         * @example {
         *       "entry_type": "sample_lost",
         *       "parameters": {
         *         "vial": 7
         *       }
         *     }
         */
        AuditEventRequest: {
            entry_type: string;
            parameters?: {
                [key: string]: unknown;
            };
            notes?: string;
        };
        /** AuditList */
        AuditList: {
            entries: components["schemas"]["AuditListEntry"][];
            n_entries: number;
        };
        /** AuditListEntry */
        AuditListEntry: {
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            timestamp: string;
            entry_type: string;
            parameters: {
                [key: string]: unknown;
            };
            /** @description First 16 hex digits of SHA-256 over the parameters as JSON with sorted keys */
            hash: string;
            notes: string;
            /** @description Change of the campaign that it belongs to; absent if the campaign did not change */
            revision?: number;
        };
        /**
         * AuditLockRequest
         * @example {
         *       "lock_type": "data",
         *       "notes": "frozen for the report"
         *     }
         */
        AuditLockRequest: {
            /** @enum {unknown} */
            lock_type: "data" | "model" | "acquisition";
            notes?: string | null;
            strategy?: string | null;
            parameters?: {
                [key: string]: unknown;
            } | null;
            suggestions?: {
                [key: string]: unknown;
            }[] | null;
        };
        /** AuditLocked */
        AuditLocked: {
            /** @constant */
            success: true;
            entry: components["schemas"]["AuditEntry"];
            message: string;
        };
        /** Backtest */
        Backtest: {
            /** @enum {unknown} */
            mode: "replay" | "simulate";
            runs: number;
            repeats: number;
            /** @description Different runs that could be chosen */
            choices: number;
            /** @description Median over the repeats; with goal target, the distance that is close enough */
            target: number;
            curves: {
                /**
                 * @description auto: strategy 'auto'; design: a space-filling design; random: in random order; recorded: in the recorded order
                 * @enum {unknown}
                 */
                searcher: "auto" | "design" | "random" | "recorded";
                batch_size: number;
                /** @description Output of the best run so far that meets the limits, without noise; goal target: distance of the closest one; several objectives: hypervolume so far; interval: 10 % and 90 % over the repeats */
                best: {
                    runs: number;
                    median: number;
                    interval_80: number[];
                }[];
                runs_to_target: number | null;
                /** @description 10 % and 90 % of the runs to the target; null: not reached */
                interval_80: (number | null)[];
                /** @description Share of the repeats that reached the target */
                reached: number;
            }[];
            seed: number;
            text: string;
        };
        /**
         * BacktestRequest
         * @example {
         *       "mode": "simulate",
         *       "batch_sizes": [
         *         1,
         *         4
         *       ]
         *     }
         */
        BacktestRequest: {
            /**
             * @description replay: only recorded runs can be chosen; simulate: results come from curves drawn from the model of the records, with its noise. Default replay
             * @enum {unknown}
             */
            mode?: "replay" | "simulate";
            /** @enum {unknown} */
            goal?: "maximize" | "minimize";
            batch_sizes?: number[];
            /** @description Default 30 */
            runs?: number;
            /** @description Default 10 */
            repeats?: number;
            target?: number | null;
            seed?: number | null;
        };
        /** BackupDeleted */
        BackupDeleted: {
            message: string;
            deleted: boolean;
        };
        /** BackupTaken */
        BackupTaken: {
            message: string;
            /** @description false: there were no changes since the last save */
            taken: boolean;
        };
        /**
         * BatchRecorded
         * @example {
         *       "added": 2,
         *       "total_experiments": 15,
         *       "n_experiments": 15,
         *       "message": "2 experiments recorded",
         *       "completed_item_ids": [],
         *       "ambiguous": [],
         *       "warnings": [
         *         "variable 'temperature': 130 is outside its bounds [20, 120]"
         *       ],
         *       "model_trained": false,
         *       "training_metrics": null
         *     }
         */
        BatchRecorded: {
            added: number;
            total_experiments: number;
            /** @description Same as total_experiments */
            n_experiments: number;
            message: string;
            /** @description Runs of the queue that complete_waiting completed */
            completed_item_ids: string[];
            /** @description Experiments, by index, that match pending runs of several blocks or plots; these runs are still pending */
            ambiguous: number[];
            warnings: string[];
            model_trained: boolean;
            training_metrics: {
                rmse: number | null;
                r2: number | null;
                /** @enum {unknown} */
                backend: "sklearn" | "botorch" | "auto";
            } | null;
        };
        /**
         * BatchRequest
         * @example {
         *       "experiments": [
         *         {
         *           "inputs": {
         *             "temperature": 80
         *           },
         *           "output": 0.4
         *         }
         *       ]
         *     }
         */
        BatchRequest: {
            experiments: components["schemas"]["ExperimentRequest"][];
            /**
             * @description An experiment whose settings match a pending run to six digits completes that run. No run is completed if pending runs of several blocks or plots match and some of them would be left
             * @default false
             */
            complete_waiting?: boolean;
        };
        /**
         * BranchRequest
         * @example {
         *       "revision": 7,
         *       "name": "The same without DMF"
         *     }
         */
        BranchRequest: {
            revision: number;
            name?: string | null;
        };
        /** CalibrationPlot */
        CalibrationPlot: {
            confidence_levels: number[];
            observed_coverage: number[];
            confidence_bands_lower: number[];
            confidence_bands_upper: number[];
            n_samples: number;
            calibrated: boolean;
            target: string;
            /**
             * @description How left-out runs were predicted. fixed_hyperparameters (sklearn, botorch): folds keep the hyperparameters of the fit to all rows, z-scores use the standard deviation of the curve. refit (auto): by models fitted to the other folds alone, as in validation, z-scores use the standard deviation of a measurement. Models of many rows: fixed_hyperparameters
             * @enum {unknown}
             */
            kind: "fixed_hyperparameters" | "refit";
        };
        /** Campaign */
        Campaign: {
            goals: ("maximize" | "minimize")[] | null;
            ref_point: number[] | null;
            n_candidates: number | null;
            /** @description After each experiment, by the goals of the campaign, else of the last suggestion, else of the model, else to maximize; hypervolumes over the reference point of `pareto` in the state */
            progress: {
                /** @description Experiment, counted from 0 */
                row: number;
                /** @description One objective: best output so far that meets its limits; absent before the first */
                best?: number;
                /** @description Several objectives: dominated so far; absent where it would take too long, or is beyond the range of a 64-bit float */
                hypervolume?: number;
                /** @description Best joint desirability so far of runs that meet the limits, if objectives are joined by it */
                desirability?: number;
                /** @description The result is known only as a limit, which was certainly reached */
                limit?: boolean;
            }[];
        };
        /**
         * CampaignRequest
         * @example {
         *       "ref_point": [
         *         0,
         *         0
         *       ]
         *     }
         */
        CampaignRequest: {
            /**
             * @deprecated
             * @description One per objective; null: none is set. Deprecated: `PUT …/objectives` declares goals
             */
            goals?: ("maximize" | "minimize")[] | null;
            ref_point?: number[] | null;
        };
        /** Candidates */
        Candidates: {
            /** @description A page of the list, with the other columns of the file */
            candidates: components["schemas"]["Inputs"][];
            total: number;
            /** @description Different runs of the list that are not recorded, pending or failed; with `repeats` all rows. Limits and constraints may leave fewer */
            left: number;
            repeats: boolean;
            /** @description Remarks about the reading of the file */
            warnings?: string[];
        };
        /** CandidatesForm */
        CandidatesForm: {
            /**
             * Format: binary
             * @description CSV, XLSX, ODS, Parquet or JSON: a column for each controllable variable; other columns, such as names, are kept with the runs
             */
            file: string;
            /** @enum {unknown} */
            repeats?: "true" | "false";
        };
        /**
         * CandidatesPatch
         * @example {
         *       "repeats": true
         *     }
         */
        CandidatesPatch: {
            /** @description Whether a run may be proposed more than once */
            repeats: boolean;
        };
        /**
         * CandidatesRequest
         * @example {
         *       "candidates": [
         *         {
         *           "temperature": 80,
         *           "solvent": "THF"
         *         }
         *       ]
         *     }
         */
        CandidatesRequest: {
            /** @description A value for each controllable variable; other keys, such as a name, are kept with the runs */
            candidates: components["schemas"]["Inputs"][];
            /** @description Whether a run may be proposed more than once; default false */
            repeats?: boolean;
        };
        /** Comparison */
        Comparison: {
            from: number;
            to: number;
            differences: components["schemas"]["Difference"][];
            summary: string[];
        };
        /** CompletedQueueItem */
        CompletedQueueItem: {
            id: string;
            inputs: components["schemas"]["Inputs"];
            reason: string | null;
            /** @enum {unknown} */
            status: "pending" | "running" | "done" | "failed";
            output: (number | {
                [key: string]: number | ({
                    above: number;
                } | {
                    below: number;
                }) | null;
            } | (number | ({
                above: number;
            } | {
                below: number;
            }) | null)[]) | null;
            noise: number | null;
            error: string | null;
            dataset_ref: number | null;
            staged_at: string | null;
            started_at: string | null;
            completed_at: string | null;
            plot: {
                [key: string]: number;
            } | null;
            /** @description The worker that has the run, and when the lease ends without a heartbeat */
            lease?: {
                worker: string;
                /**
                 * @description ISO 8601
                 * @example 2026-11-21T12:00:00.000Z
                 */
                expires_at: string;
            };
            /** @description The person or device that took each step, if the session requires it or the caller is known */
            steps?: {
                /** @enum {unknown} */
                step: "approved" | "started" | "measured";
                by: string;
                /**
                 * @description ISO 8601
                 * @example 2026-11-21T12:00:00.000Z
                 */
                at: string;
            }[];
            /** @description Other columns of the candidate list, such as the name of a well, as they were when the run was staged */
            labels?: {
                [key: string]: number | string;
            };
            /** @description Remarks about recorded values that look wrong, and the reason if auto_train trained no model */
            warnings: string[];
        };
        /** ConfigChanges */
        ConfigChanges: {
            changes: {
                /**
                 * @description ISO 8601
                 * @example 2026-11-21T12:00:00.000Z
                 */
                timestamp: string;
                /** @enum {unknown} */
                component: "model" | "acquisition";
                old: {
                    [key: string]: unknown;
                };
                new: {
                    [key: string]: unknown;
                };
                iteration?: number | null;
            }[];
        };
        /**
         * Constraint
         * @example {
         *       "type": "inequality",
         *       "coefficients": {
         *         "a": 1,
         *         "b": 1
         *       },
         *       "rhs": 10,
         *       "name": "constraint_0"
         *     }
         */
        Constraint: {
            /** @enum {unknown} */
            type: "inequality" | "equality";
            coefficients: {
                [key: string]: number;
            };
            rhs: number;
            name: string;
        };
        /** ConstraintCreated */
        ConstraintCreated: {
            message: string;
            constraint: components["schemas"]["Constraint"];
            /** @description Constraints that leave no run possible, together or with the ranges. Checked for up to 50 variables in constraints; steps and lists of values are not considered */
            warnings?: string[];
        };
        /** ConstraintList */
        ConstraintList: {
            constraints: components["schemas"]["Constraint"][];
            n_constraints: number;
            /** @description Same as n_constraints */
            count: number;
            /** @description Constraints that leave no run possible, together or with the ranges. Checked for up to 50 variables in constraints; steps and lists of values are not considered */
            warnings?: string[];
        };
        /**
         * ConstraintRequest
         * @description `constraint_type` (or `type`) is required
         * @example {
         *       "constraint_type": "inequality",
         *       "coefficients": {
         *         "a": 1,
         *         "b": 1
         *       },
         *       "rhs": 10
         *     }
         */
        ConstraintRequest: {
            /** @enum {unknown} */
            constraint_type?: "inequality" | "equality";
            /** @enum {unknown} */
            type?: "inequality" | "equality";
            coefficients: {
                [key: string]: number;
            };
            rhs: number;
            name?: string | null;
        };
        /** ContourPlot */
        ContourPlot: {
            x_var: string;
            y_var: string;
            target: string;
            fixed_values: components["schemas"]["Inputs"];
            /** @description Rows over y, columns over x */
            x_grid: number[][];
            /** @description Rows over y, columns over x */
            y_grid: number[][];
            /** @description Rows over y, columns over x */
            predictions: number[][];
            /** @description Rows over y, columns over x */
            uncertainties: number[][];
            experiments: {
                x: (number | null)[];
                y: (number | null)[];
                output: (number | null)[];
            } | null;
            suggestions: {
                x: (number | null)[];
                y: (number | null)[];
            } | null;
            x_bounds: number[];
            y_bounds: number[];
            /** @description The x axis is a category: values of x are positions in this list */
            x_categories?: string[];
            /** @description The y axis is a category: values of y are positions in this list */
            y_categories?: string[];
            colorbar_bounds: number[];
            output_range: number[] | null;
        };
        /**
         * ContourRequest
         * @example {
         *       "x_var": "temperature",
         *       "y_var": "time",
         *       "fixed_values": {
         *         "solvent": "THF"
         *       }
         *     }
         */
        ContourRequest: {
            x_var: string;
            y_var: string;
            fixed_values?: components["schemas"]["Inputs"] | null;
            /** @default 50 */
            grid_resolution?: number;
            include_experiments?: boolean;
            include_suggestions?: boolean;
            target?: string | null;
        };
        /**
         * Control
         * @example {
         *       "requested": "pause",
         *       "requested_at": "2026-11-21T12:00:00.000Z",
         *       "requested_by": "Ann",
         *       "reported": "running",
         *       "reported_at": null,
         *       "reported_by": null,
         *       "detail": null
         *     }
         */
        Control: {
            /** @enum {unknown} */
            requested: "run" | "pause";
            requested_at: string | null;
            requested_by: string | null;
            /** @enum {unknown} */
            reported: "idle" | "running" | "paused" | "failed";
            reported_at: string | null;
            reported_by: string | null;
            detail: string | null;
        };
        /**
         * ControlRequest
         * @description Exactly one of requested and reported
         * @example {
         *       "requested": "pause"
         *     }
         */
        ControlRequest: {
            requested?: ("run" | "pause") | null;
            requested_by?: string | null;
            reported?: ("idle" | "running" | "paused" | "failed") | null;
            reported_by?: string | null;
            detail?: string | null;
        };
        /** CostDesign */
        CostDesign: {
            /** @description In the order with the lowest cost of changes */
            points: components["schemas"]["Inputs"][];
            n_points: number;
            units: string | null;
            /** @description In sequence: each run includes its changes from the previous one */
            costs: number[];
            total: number;
            budget: number;
            design_info: {
                [key: string]: unknown;
            };
            feasibility: components["schemas"]["Feasibility"] | null;
            random_seed: number;
        };
        /**
         * CostDesignRequest
         * @example {
         *       "model_type": "interaction",
         *       "budget": 400
         *     }
         */
        CostDesignRequest: {
            model_type?: ("linear" | "interaction" | "quadratic") | null;
            effects?: string[] | null;
            budget?: number | null;
            /** @enum {unknown} */
            criterion?: "D" | "A" | "I";
            n_levels?: number;
            /** @description Count the recorded experiments as existing runs */
            use_recorded?: boolean;
            random_seed?: number | null;
        };
        /**
         * CostModel
         * @example {
         *       "units": "EUR",
         *       "run_cost": 20,
         *       "variables": {
         *         "temperature": {
         *           "kind": "linear",
         *           "proportional_term": 0.1,
         *           "constant_term": 0
         *         }
         *       },
         *       "changes": {
         *         "temperature": {
         *           "kind": "linear",
         *           "proportional_term": 0.5,
         *           "constant_term": 2
         *         }
         *       },
         *       "measurements": {
         *         "Output": 12
         *       },
         *       "budget": 1500,
         *       "value_per_unit": {
         *         "Output": 400
         *       }
         *     }
         */
        CostModel: {
            units: string | null;
            /** @description Per run, whatever its settings */
            run_cost: number;
            /** @description Cost of a run at a value */
            variables: {
                [key: string]: {
                    /** @constant */
                    kind: "linear";
                    units?: string | null;
                    proportional_term: number;
                    constant_term: number;
                } | {
                    /** @constant */
                    kind: "quadratic";
                    units?: string | null;
                    quadratic_term: number;
                    proportional_term: number;
                    constant_term: number;
                } | {
                    /** @constant */
                    kind: "piecewise_linear";
                    units?: string | null;
                    /** @description x ascending; two points with one x are a jump */
                    points: number[][];
                } | {
                    /** @constant */
                    kind: "piecewise_step";
                    units?: string | null;
                    /** @description ascending */
                    x_coords: number[];
                    /** @description exactly one fewer than x_coords */
                    y_coords: number[];
                } | {
                    /** @constant */
                    kind: "table";
                    values: {
                        [key: string]: number;
                    };
                };
            };
            /** @description Cost of changing the value from the previous run */
            changes: {
                [key: string]: {
                    /** @constant */
                    kind: "linear";
                    units?: string | null;
                    proportional_term: number;
                    constant_term: number;
                } | {
                    /** @constant */
                    kind: "quadratic";
                    units?: string | null;
                    quadratic_term: number;
                    proportional_term: number;
                    constant_term: number;
                } | {
                    /** @constant */
                    kind: "piecewise_linear";
                    units?: string | null;
                    /** @description x ascending; two points with one x are a jump */
                    points: number[][];
                } | {
                    /** @constant */
                    kind: "piecewise_step";
                    units?: string | null;
                    /** @description ascending */
                    x_coords: number[];
                    /** @description exactly one fewer than x_coords */
                    y_coords: number[];
                } | {
                    /** @constant */
                    kind: "table";
                    values: {
                        [key: string]: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /** @description Objective → cost of measuring it once */
            measurements: {
                [key: string]: number;
            };
            budget: number | null;
            /** @description Objective → worth of one unit of improvement; with it, suggestions report when no run is worth its cost */
            value_per_unit: {
                [key: string]: number;
            };
            /** @description Number of experiments at the start of the table that are not charged; default: those imported at its start; 0: all are charged */
            uncharged?: number;
        };
        /** CostModelAnswer */
        CostModelAnswer: {
            cost_model: components["schemas"]["CostModel"] | null;
            summary: components["schemas"]["CostSummary"] | null;
            /** @description Per recorded experiment, in the order of the table; 0 where it is not charged */
            costs?: number[];
        };
        /**
         * CostModelPatch
         * @example {
         *       "budget": 2000,
         *       "measurements": {
         *         "Output": 15
         *       },
         *       "changes": {
         *         "temperature": null
         *       }
         *     }
         */
        CostModelPatch: {
            units?: string | null;
            /** @description Per run, whatever its settings */
            run_cost?: number;
            /** @description By name; null removes the entry */
            variables?: {
                [key: string]: ({
                    /** @constant */
                    kind: "linear";
                    units?: string | null;
                    proportional_term: number;
                    constant_term: number;
                } | {
                    /** @constant */
                    kind: "quadratic";
                    units?: string | null;
                    quadratic_term: number;
                    proportional_term: number;
                    constant_term: number;
                } | {
                    /** @constant */
                    kind: "piecewise_linear";
                    units?: string | null;
                    /** @description x ascending; two points with one x are a jump */
                    points: number[][];
                } | {
                    /** @constant */
                    kind: "piecewise_step";
                    units?: string | null;
                    /** @description ascending */
                    x_coords: number[];
                    /** @description exactly one fewer than x_coords */
                    y_coords: number[];
                } | {
                    /** @constant */
                    kind: "table";
                    values: {
                        [key: string]: number;
                    };
                }) | null;
            };
            /** @description By name; null removes the entry */
            changes?: {
                [key: string]: ({
                    /** @constant */
                    kind: "linear";
                    units?: string | null;
                    proportional_term: number;
                    constant_term: number;
                } | {
                    /** @constant */
                    kind: "quadratic";
                    units?: string | null;
                    quadratic_term: number;
                    proportional_term: number;
                    constant_term: number;
                } | {
                    /** @constant */
                    kind: "piecewise_linear";
                    units?: string | null;
                    /** @description x ascending; two points with one x are a jump */
                    points: number[][];
                } | {
                    /** @constant */
                    kind: "piecewise_step";
                    units?: string | null;
                    /** @description ascending */
                    x_coords: number[];
                    /** @description exactly one fewer than x_coords */
                    y_coords: number[];
                } | {
                    /** @constant */
                    kind: "table";
                    values: {
                        [key: string]: {
                            [key: string]: number;
                        };
                    };
                }) | null;
            };
            /** @description By name; null removes the entry */
            measurements?: {
                [key: string]: number | null;
            };
            budget?: number | null;
            /** @description By name; null removes the entry */
            value_per_unit?: {
                [key: string]: number | null;
            };
            uncharged?: number | null;
        };
        /**
         * CostModelRequest
         * @example {
         *       "units": "EUR",
         *       "run_cost": 20,
         *       "variables": {
         *         "temperature": {
         *           "kind": "linear",
         *           "proportional_term": 0.1,
         *           "constant_term": 0
         *         }
         *       },
         *       "changes": {
         *         "temperature": {
         *           "kind": "linear",
         *           "proportional_term": 0.5,
         *           "constant_term": 2
         *         }
         *       },
         *       "measurements": {
         *         "Output": 12
         *       },
         *       "budget": 1500,
         *       "value_per_unit": {
         *         "Output": 400
         *       }
         *     }
         */
        CostModelRequest: {
            units?: string | null;
            /** @description Per run, whatever its settings */
            run_cost?: number;
            /** @description Cost of a run at a value */
            variables?: {
                [key: string]: {
                    /** @constant */
                    kind: "linear";
                    units?: string | null;
                    proportional_term: number;
                    constant_term: number;
                } | {
                    /** @constant */
                    kind: "quadratic";
                    units?: string | null;
                    quadratic_term: number;
                    proportional_term: number;
                    constant_term: number;
                } | {
                    /** @constant */
                    kind: "piecewise_linear";
                    units?: string | null;
                    /** @description x ascending; two points with one x are a jump */
                    points: number[][];
                } | {
                    /** @constant */
                    kind: "piecewise_step";
                    units?: string | null;
                    /** @description ascending */
                    x_coords: number[];
                    /** @description exactly one fewer than x_coords */
                    y_coords: number[];
                } | {
                    /** @constant */
                    kind: "table";
                    values: {
                        [key: string]: number;
                    };
                };
            };
            /** @description Cost of changing the value from the previous run */
            changes?: {
                [key: string]: {
                    /** @constant */
                    kind: "linear";
                    units?: string | null;
                    proportional_term: number;
                    constant_term: number;
                } | {
                    /** @constant */
                    kind: "quadratic";
                    units?: string | null;
                    quadratic_term: number;
                    proportional_term: number;
                    constant_term: number;
                } | {
                    /** @constant */
                    kind: "piecewise_linear";
                    units?: string | null;
                    /** @description x ascending; two points with one x are a jump */
                    points: number[][];
                } | {
                    /** @constant */
                    kind: "piecewise_step";
                    units?: string | null;
                    /** @description ascending */
                    x_coords: number[];
                    /** @description exactly one fewer than x_coords */
                    y_coords: number[];
                } | {
                    /** @constant */
                    kind: "table";
                    values: {
                        [key: string]: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /** @description Objective → cost of measuring it once */
            measurements?: {
                [key: string]: number;
            };
            budget?: number | null;
            /** @description Objective → worth of one unit of improvement; with it, suggestions report when no run is worth its cost */
            value_per_unit?: {
                [key: string]: number;
            };
            /** @description Number of experiments at the start of the table that are not charged; default: those imported at its start; 0: all are charged */
            uncharged?: number;
        };
        /**
         * CostRecord
         * @description Fields of one record, as the cost-function specification lists them
         */
        CostRecord: {
            [key: string]: unknown;
        };
        /** CostSummary */
        CostSummary: {
            units: string | null;
            /** @description The recorded experiments that are charged, in the order of the table */
            spent: number;
            /** @description Experiments at the start of the table that are not charged */
            uncharged: number;
            budget: number | null;
            remaining: number | null;
            warnings: string[];
        };
        /**
         * CreateSessionRequest
         * @example {
         *       "metadata": {
         *         "name": "Suzuki coupling",
         *         "tags": [
         *           "demo"
         *         ]
         *       }
         *     }
         */
        CreateSessionRequest: {
            metadata?: components["schemas"]["MetadataPatch"] | null;
            name?: string | null;
            description?: string | null;
            tags?: string[] | null;
            author?: string | null;
        };
        /**
         * DataSummary
         * @example {
         *       "n_experiments": 2,
         *       "has_data": true,
         *       "has_noise": false,
         *       "target_stats": {
         *         "min": 0.1,
         *         "max": 0.4,
         *         "mean": 0.25,
         *         "std": 0.2121
         *       },
         *       "feature_names": [
         *         "temperature"
         *       ]
         *     }
         */
        DataSummary: {
            n_experiments: number;
            has_data: boolean;
            /** @description Every row has a noise variance */
            has_noise?: boolean;
            target_stats?: {
                min: number;
                max: number;
                mean: number;
                std: number | null;
            } | null;
            feature_names?: string[] | null;
            error?: string;
        };
        /** DesignAnalysis */
        DesignAnalysis: {
            target: string;
            warnings: string[];
            /** @description Column whose values are the blocks */
            block?: string;
            runs: number;
            /** @description With model_type recommended or largest: the chosen terms */
            model?: {
                terms: string[];
                dropped: string[];
                /** @enum {unknown} */
                name?: "linear" | "interaction" | "linear_and_squares" | "quadratic" | "special_cubic";
                /** @description With model_type recommended: the models that were compared. The one with the largest predicted R² was taken. */
                considered?: {
                    /** @enum {unknown} */
                    name: "linear" | "interaction" | "linear_and_squares" | "quadratic" | "special_cubic";
                    terms: number;
                    /** @description Degrees of freedom for error */
                    degrees: number;
                    predicted_r_squared: number | null;
                    aicc: number | null;
                }[];
            };
            /** @description Numbers of the experiments analysed, from 0, when some have no value of the objective */
            rows?: number[];
            /** @description Experiments that were left out because their result is only a limit */
            n_limits?: number;
            /** @description With box_cox_lambda: results were fitted as g + g((y/g)^lambda - 1)/lambda, or g + g ln(y/g) where lambda is 0. All fields but box_cox, predicted and result_value of canonical are of transformed results. */
            transformation?: {
                lambda: number;
                /** @description g, of the results y */
                geometric_mean: number;
            };
            box_cox: {
                lambda: number[];
                /** @description Profile log likelihood of each lambda, up to a constant, as R's MASS::boxcox gives it */
                log_likelihood: number[];
                /** @description Lambda of the largest likelihood */
                maximum: number;
                /** @description Confidence interval of lambda; an end is null where it lies beyond -2 or 2 */
                interval: (number | null)[];
                /** @description Log likelihood at the ends of the interval */
                limit: number;
                /** @description 1, no transformation, if the interval contains 1; otherwise the one of 2, 1, 0.5, 0, -0.5, -1 and -2 that is nearest to the maximum */
                recommended: number;
            } | null;
            coefficients: {
                name: string;
                estimate: number;
                standard_error: number | null;
                t_value: number | null;
                p_value: number | null;
                interval: number[] | null;
                variance_inflation: number | null;
            }[];
            /** @description Reference category of each categorical variable, from which its coefficients are differences: the first that has runs */
            references?: {
                variable: string;
                category: string;
            }[];
            /** @description Where an equality fixes the sum of variables: columns are those of a Scheffé polynomial, without an intercept, in pseudo-components (x − lowest)/(total − sum of the lowest) */
            mixture?: {
                total: number;
                components: {
                    variable: string;
                    lowest: number;
                }[];
            };
            /** @description Terms in order, each adjusted for those before it */
            sequential: {
                name: string;
                degrees: number;
                sum_of_squares: number;
                mean_square: number | null;
                f_value: number | null;
                p_value: number | null;
            }[];
            /** @description Terms, each adjusted for all others: type III, averaged over the categories of other variables */
            partial: {
                name: string;
                degrees: number;
                sum_of_squares: number;
                mean_square: number | null;
                f_value: number | null;
                p_value: number | null;
            }[];
            regression: {
                name: string;
                degrees: number;
                sum_of_squares: number;
                mean_square: number | null;
                f_value: number | null;
                p_value: number | null;
            };
            residual: {
                degrees: number;
                sum_of_squares: number;
                mean_square: number | null;
            };
            lack_of_fit: {
                lack_of_fit: {
                    name: string;
                    degrees: number;
                    sum_of_squares: number;
                    mean_square: number | null;
                    f_value: number | null;
                    p_value: number | null;
                };
                pure_error: {
                    name: string;
                    degrees: number;
                    sum_of_squares: number;
                    mean_square: number | null;
                    f_value: number | null;
                    p_value: number | null;
                };
            } | null;
            r_squared: number | null;
            adjusted_r_squared: number | null;
            predicted_r_squared: number | null;
            root_mean_square_error: number | null;
            aicc: number | null;
            bic: number | null;
            /** @description Fitted results of the runs in their own unit, by least squares: means, or medians where the results were transformed, with intervals of the mean (median) and of one new result. Intervals are null without degrees of freedom for error and for runs in plots; a value or an end is null where it is infinite. */
            predicted: {
                value: (number | null)[];
                confidence_interval: {
                    lower: (number | null)[];
                    upper: (number | null)[];
                } | null;
                prediction_interval: {
                    lower: (number | null)[];
                    upper: (number | null)[];
                } | null;
            };
            fitted: (number | null)[];
            residuals: (number | null)[];
            leverage: (number | null)[];
            /** @description Internally */
            studentized: (number | null)[];
            /** @description With the error estimated without the run */
            externally_studentized: (number | null)[];
            outlier_limit: number | null;
            cooks_distance: (number | null)[];
            effects: {
                [key: string]: unknown;
            } | null;
            canonical: {
                [key: string]: unknown;
            } | null;
            /** @description Where runs carry WholePlot: the model with a random effect of each plot (and Subplot), by restricted maximum likelihood (REML). Its standard errors and tests take the plots into account; the fields of least squares do not. */
            mixed_model?: {
                variances: {
                    /** @description WholePlot, Subplot or Residual */
                    name: string;
                    /** @description 0 if plots vary no more than their runs */
                    variance: number;
                    standard_deviation: number;
                    /** @description Of the sum of all variances */
                    share: number;
                    /** @description Of the variance */
                    standard_error: number;
                    /** @description Plots, or runs */
                    count: number;
                }[];
                coefficients: {
                    name: string;
                    estimate: number;
                    standard_error: number;
                    /** @description Degrees of freedom by Kenward and Roger */
                    degrees: number;
                    t_value: number | null;
                    p_value: number | null;
                    interval: number[];
                }[];
                /** @description Terms, each adjusted for all others, as in partial */
                tests: {
                    name: string;
                    degrees: number;
                    /** @description Degrees of freedom of the error by Kenward and Roger */
                    error_degrees: number;
                    f_value: number | null;
                    p_value: number | null;
                }[];
                /** @description Restricted, for the columns of the coefficients */
                log_likelihood: number;
            };
        } & {
            [key: string]: unknown;
        };
        /** DesignEvaluation */
        DesignEvaluation: {
            runs: number;
            parameters: number;
            column_names: string[];
            /** @description Where an equality fixes the sum of variables: columns are those of a Scheffé polynomial, without an intercept, in pseudo-components (x − lowest)/(total − sum of the lowest) */
            mixture?: {
                total: number;
                components: {
                    variable: string;
                    lowest: number;
                }[];
            };
            warnings: string[];
            inestimable: string[];
            /** @description The alias structure: the inestimable terms, and the terms that each is confounded with */
            confounded: {
                term: string;
                /** @description Terms whose sum equals its columns up to a constant: Intercept if it is constant, none if it is 0 in all runs */
                with: string[];
            }[];
            error_degrees: number;
            pure_error_degrees: number;
            /** @description Where runs carry WholePlot: the evaluation is by generalized least squares with these ratios of variances */
            strata?: {
                /** @description WholePlot, Subplot or Residual */
                name: string;
                /** @description Plots, or runs */
                count: number;
                /** @description Variance over that of a run */
                variance_ratio: number;
                /** @description Degrees of freedom that the model leaves */
                degrees: number;
            }[];
            quality: ({
                d_efficiency: number;
                a_efficiency: number;
                g_efficiency: number;
                average_variance: number;
                largest_variance: number;
                smallest_variance: number;
                condition_number: number | null;
                fds: {
                    fraction: (number | null)[];
                    variance: (number | null)[];
                };
                coefficients: {
                    name: string;
                    standard_error: number;
                    variance_inflation: number | null;
                    degrees: number | null;
                    power: number | null;
                }[];
                /** @description All terms except the intercept, with the power of the F test of all their coefficients: deviations of categories from their average alternate, signal_to_noise and its negative */
                terms: {
                    name: string;
                    /** @description Coefficients of the term */
                    degrees: number;
                    error_degrees: number | null;
                    power: number | null;
                }[];
                /** @description Row-major, model columns × alias_names */
                alias_matrix: number[];
                /** @description The effect of losing each run */
                losses: {
                    [key: string]: unknown;
                }[];
            } & {
                [key: string]: unknown;
            }) | null;
            alias_names: string[];
            correlation: {
                names: string[];
                matrix: (number | null)[];
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * DesirabilityRange
         * @description Outputs between which desirability goes from 0 to 1 (maximize, at_least), from 1 to 0 (minimize, at_most), or from 0 to 1 at the target and back (Derringer and Suich 1980)
         */
        DesirabilityRange: {
            low: number;
            high: number;
            curve?: number | null;
        };
        /** Difference */
        Difference: {
            /** @enum {unknown} */
            part: "variable" | "constraint" | "objective" | "row" | "run" | "setting";
            /** @enum {unknown} */
            change: "added" | "removed" | "changed";
            name: string | null;
            before: unknown;
            after: unknown;
            text: string;
            /** @description Changes that are not listed */
            count?: number;
        };
        /**
         * Error
         * @example {
         *       "detail": "variable 'temperature': min 80 is not below max 80; send two different bounds",
         *       "error_type": "ValueError",
         *       "status_code": 400
         *     }
         */
        Error: {
            /** @description The problem, the value received and the remedy */
            detail: string;
            error_type: string;
            status_code: number;
        };
        /**
         * EvaluateCostRequest
         * @example {
         *       "inputs": [
         *         {
         *           "temperature": 80
         *         },
         *         {
         *           "temperature": 60
         *         }
         *       ],
         *       "optimize_order": true
         *     }
         */
        EvaluateCostRequest: {
            /** @description Runs, in order */
            inputs: components["schemas"]["Inputs"][];
            start?: components["schemas"]["Inputs"] | null;
            /** @description Also return the order with the lowest cost of changes */
            optimize_order?: boolean;
        };
        /** EvaluateCostResponse */
        EvaluateCostResponse: {
            units: string | null;
            start: components["schemas"]["Inputs"] | null;
            runs: {
                inputs: components["schemas"]["Inputs"];
                total: number;
                /** @description run_cost and all measurements */
                fixed: number;
                variables: {
                    [key: string]: number;
                };
                changes: {
                    [key: string]: number;
                };
            }[];
            total: number;
            order?: number[];
            ordered_total?: number;
            summary: components["schemas"]["CostSummary"];
        };
        /**
         * EvaluateDesignRequest
         * @description Exactly one of model_type and effects
         * @example {
         *       "model_type": "linear",
         *       "points": [
         *         {
         *           "a": 0
         *         },
         *         {
         *           "a": 10
         *         }
         *       ]
         *     }
         */
        EvaluateDesignRequest: {
            model_type?: ("linear" | "interaction" | "quadratic") | null;
            effects?: string[] | null;
            points?: components["schemas"]["Inputs"][] | null;
            block?: string | null;
            variance_ratios?: {
                WholePlot?: number;
                Subplot?: number;
            } | null;
            significance?: number;
            signal_to_noise?: number;
            random_seed?: number | null;
        };
        /**
         * EvaluateFunctionRequest
         * @example {
         *       "kind": "linear",
         *       "record": {
         *         "proportional_term": 2,
         *         "constant_term": 1
         *       },
         *       "x": [
         *         0,
         *         0.5,
         *         1
         *       ]
         *     }
         */
        EvaluateFunctionRequest: {
            /** @enum {unknown} */
            kind: "linear" | "quadratic" | "piecewise_linear" | "piecewise_step";
            record: components["schemas"]["CostRecord"];
            x: number[];
            /** @description Also the integral from the left end (0 for curves without one) to each x */
            integral?: boolean;
        };
        /** EvaluateFunctionResponse */
        EvaluateFunctionResponse: {
            values: number[];
            /** @description At a corner of the curve, the slope to its right */
            slopes: number[];
            integrals?: number[];
        };
        /**
         * ExperimentCreated
         * @example {
         *       "experiment_id": 12,
         *       "inputs": {
         *         "temperature": 80,
         *         "solvent": "THF"
         *       },
         *       "output": 0.42,
         *       "added_at": "2026-11-21T12:00:00.000Z",
         *       "iteration": 4,
         *       "provenance_id": "3f0e7c58-58a5-4b7b-8a0f-6d1e5a2b9c11",
         *       "message": "experiment recorded",
         *       "n_experiments": 13,
         *       "warnings": [],
         *       "model_trained": false,
         *       "training_metrics": null
         *     }
         */
        ExperimentCreated: {
            /** @description Row index, from 0 */
            experiment_id: number;
            inputs: components["schemas"]["Inputs"];
            output: (number | {
                [key: string]: number | ({
                    above: number;
                } | {
                    below: number;
                }) | null;
            } | (number | ({
                above: number;
            } | {
                below: number;
            }) | null)[]) | null;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            added_at: string;
            iteration: number;
            provenance_id: string;
            message: string;
            n_experiments: number;
            /** @description Remarks about recorded values that look wrong, and the reason if auto_train trained no model */
            warnings: string[];
            model_trained: boolean;
            training_metrics: {
                rmse: number | null;
                r2: number | null;
                /** @enum {unknown} */
                backend: "sklearn" | "botorch" | "auto";
            } | null;
        };
        /**
         * ExperimentList
         * @example {
         *       "experiments": [
         *         {
         *           "temperature": 80,
         *           "Output": 0.42,
         *           "Iteration": 0,
         *           "Reason": "Manual",
         *           "ProvenanceId": "p"
         *         }
         *       ],
         *       "items": [
         *         {
         *           "temperature": 80,
         *           "Output": 0.42,
         *           "Iteration": 0,
         *           "Reason": "Manual",
         *           "ProvenanceId": "p"
         *         }
         *       ],
         *       "total": 1,
         *       "skip": 0,
         *       "limit": 100,
         *       "target_column": "Output",
         *       "target_columns": [
         *         "Output"
         *       ],
         *       "n_experiments": 1
         *     }
         */
        ExperimentList: {
            experiments: components["schemas"]["Row"][];
            /** @description Same as experiments (pagination envelope) */
            items: components["schemas"]["Row"][];
            /** @description Rows that pass the filter */
            total: number;
            skip: number;
            limit: number;
            target_column: string;
            target_columns: string[];
            /** @description All rows of the session */
            n_experiments: number;
        };
        /**
         * ExperimentRequest
         * @description `output` is required unless `status` is `failed`; a failed run may also leave out observed variables
         * @example {
         *       "inputs": {
         *         "temperature": 80,
         *         "solvent": "THF"
         *       },
         *       "output": {
         *         "yield": {
         *           "above": 99
         *         },
         *         "cost": null
         *       }
         *     }
         * @example {
         *       "inputs": {
         *         "temperature": 180,
         *         "solvent": "THF"
         *       },
         *       "status": "failed",
         *       "error": "reactor over pressure"
         *     }
         * @example {
         *       "inputs": {
         *         "temperature": 80,
         *         "solvent": "THF"
         *       },
         *       "output": 0.42
         *     }
         * @example {
         *       "inputs": {
         *         "temperature": 80,
         *         "solvent": "THF"
         *       },
         *       "output": {
         *         "yield": 0.42,
         *         "cost": 3
         *       },
         *       "noise": 0.01
         *     }
         */
        ExperimentRequest: {
            inputs: components["schemas"]["Inputs"];
            output?: number | {
                [key: string]: number | ({
                    above: number;
                } | {
                    below: number;
                }) | null;
            } | (number | ({
                above: number;
            } | {
                below: number;
            }) | null)[];
            noise?: number | null;
            iteration?: number | null;
            reason?: string | null;
            status?: "failed" | null;
            error?: string | null;
            comment?: string | null;
            attachments?: components["schemas"]["Attachment"][] | null;
        };
        /** Feasibility */
        Feasibility: {
            constraints_applied: string[];
            n_candidates_total: number | null;
            n_candidates_feasible: number | null;
            n_boundary_added: number | null;
            n_vertices_added: number | null;
            vertex_enumeration_skipped: boolean | null;
            n_points_dropped: number | null;
            /** @enum {unknown} */
            estimability: "not_applicable" | "passed" | "waived";
        };
        /** FileForm */
        FileForm: {
            /** Format: binary */
            file: string;
            /** @description JSON: how to read the file and to handle problems, as in an import */
            plan?: string;
        };
        /**
         * FindOptimumRequest
         * @example {
         *       "goal": "maximize"
         *     }
         */
        FindOptimumRequest: {
            /** @enum {unknown} */
            goal?: "maximize" | "minimize";
            observed?: components["schemas"]["Inputs"] | null;
            context?: components["schemas"]["Inputs"] | null;
            seed?: number | null;
        };
        /** FindOptimumResponse */
        FindOptimumResponse: {
            optimum: components["schemas"]["Inputs"];
            predicted_value: number;
            predicted_std: number | null;
            /** @description If runs failed: the probability that this one gives a result */
            success_probability?: number;
            /** @enum {unknown} */
            goal: "maximize" | "minimize";
            /** @description Worker, backend, device and release that computed the result */
            computed_by?: {
                /** @description Compute backend: native, cuda, ts or tfjs */
                backend: string;
                /** @description Device of the backend, such as CPU or the name of a GPU */
                device: string;
                /** @description Release of Athanor that computed it, in this server or in a worker */
                version: string;
            };
        };
        /** Front */
        Front: {
            /** @description Pareto-optimal experiments, counted from 0 */
            rows: number[];
            hypervolume: number | null;
            reference_point: number[];
            goals: ("maximize" | "minimize")[];
            /** @description Targets by objective; null: larger or smaller values are better. An objective with a target is compared by its distance from the target, which is minimized; its reference point is an output at the farthest distance that counts. Absent: no goal is a target */
            targets?: (number | null)[];
            /** @description Objectives to which `goals` and `reference_point` belong; absent: all of them. A goal that is a limit is no objective of the front: runs that do not meet it do not count */
            objectives?: string[];
            /** @description Those of them whose result is a limit that was certainly reached */
            limit_rows?: number[];
        };
        /** Grant */
        Grant: {
            person_id: string;
            name: string;
            /** @enum {unknown} */
            role: "viewer" | "operator" | "owner";
        };
        /** GrantList */
        GrantList: {
            items: components["schemas"]["Grant"][];
            mine: ("viewer" | "operator" | "owner") | null;
        };
        /**
         * GrantRequest
         * @example {
         *       "role": "operator"
         *     }
         */
        GrantRequest: {
            /** @enum {unknown} */
            role: "viewer" | "operator" | "owner";
        };
        /**
         * Health
         * @example {
         *       "status": "healthy",
         *       "service": "athanor",
         *       "version": "0.1.0",
         *       "compute": {
         *         "requested": "auto",
         *         "backend": "native",
         *         "device": "CPU"
         *       }
         *     }
         */
        Health: {
            /** @constant */
            status: "healthy";
            service: string;
            version: string;
            /** @description Workers of this server, not counting those that take jobs from a database */
            compute: {
                /** @description ATHANOR_BACKEND, or `auto` */
                requested: string;
                backend: string | null;
                device: string | null;
            };
        };
        /** HistoryList */
        HistoryList: {
            /** @description Newest first */
            revisions: components["schemas"]["Revision"][];
            total: number;
            /** @description Revision of the current campaign */
            current: number;
            oldest_readable: number;
        };
        /**
         * Hyperparameters
         * @description Model scale. With several objectives: n_objectives and models, keyed by objective
         * @example {
         *       "lengthscales": [
         *         0.4,
         *         1.2
         *       ],
         *       "outputscale": 1.1,
         *       "noise": 0.01
         *     }
         */
        Hyperparameters: {
            lengthscales?: number[];
            outputscale?: number | null;
            noise?: number | null;
            mean?: number;
            n_objectives?: number;
            models?: {
                [key: string]: unknown;
            };
            covariances?: string[];
            /** @description Every covariance parameter */
            parameters?: unknown[];
            calibration?: number;
            /** @description backend auto: draws of the hyperparameters; the values here are their mode */
            members?: number;
            noise_interval_95?: number[];
            kernel_type?: string;
        } & {
            [key: string]: unknown;
        };
        /** HyperparametersView */
        HyperparametersView: {
            hyperparameters: components["schemas"]["Hyperparameters"];
            backend: string;
            kernel: string;
            input_transform: string | null;
            output_transform: string | null;
            calibration_enabled: boolean;
            calibration_factor: number | null;
        };
        /** Import */
        Import: {
            import_id: string;
            filename: string;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            expires_at: string;
            /** @enum {unknown} */
            mode: "append" | "replace";
            settings: components["schemas"]["ImportReading"];
            /** @description Columns of results whose names differ only in a number; they may be repeats */
            repeat_groups: string[][];
            /** @description Pending runs of the queue whose results the file may contain */
            n_waiting: number;
            columns: components["schemas"]["ImportColumn"][];
            /** @description Rows of the file */
            n_rows: number;
            /** @description Rows that a commit would record */
            n_recorded: number;
            /** @description Failed runs among them */
            n_failed: number;
            /** @description Reasons why a commit would be refused; empty: none */
            blocking: string[];
            ambiguous_number: {
                /** @description As written, such as `1.200` */
                text: string;
                /** @description Its value if the decimal sign is a point */
                point: number;
                /** @description Its value if the decimal sign is a comma */
                comma: number;
            } | null;
            problem_counts: {
                /** @enum {unknown} */
                kind: "missing_output" | "failed_output" | "output_of_failed" | "censored_output" | "unreadable_output" | "missing_input" | "unreadable_input" | "new_category" | "out_of_bounds" | "outside_limits" | "outside_constraint" | "summary_row" | "unmade_run" | "recorded_run" | "other_result" | "repeated_id" | "excluded_row" | "long_row" | "unreadable_noise" | "unreadable_iteration";
                count: number;
                /** @enum {unknown} */
                choice: "ask" | "skip" | "keep" | "missing" | "failed" | "censored" | "value" | "add" | "renumber";
                choices: ("ask" | "skip" | "keep" | "missing" | "failed" | "censored" | "value" | "add" | "renumber")[];
            }[];
            /** @description The first 500; undecided ones first */
            problems: components["schemas"]["ImportProblem"][];
            /** @description The first 20 rows as they would be recorded */
            preview: components["schemas"]["Row"][];
            /** @description The first 20 rows as written */
            sample: string[][];
            /** @description Variable without a column → its value in every row */
            constants: {
                [key: string]: number | string;
            };
            /** @description Rows with a decision, and the columns that were edited */
            decided: {
                row: number;
                line: number | null;
                action: string | null;
                cells: string[];
            }[];
            remarks: string[];
        };
        /** ImportColumn */
        ImportColumn: {
            /** @description As spelled in the file */
            column: string;
            /** @enum {unknown} */
            meaning: "input" | "output" | "noise" | "iteration" | "reason" | "id" | "note" | "ignore";
            /** @description The meaning is not confirmed */
            guessed: boolean;
            /** @description Reason of the guess */
            why: string;
            /** @description Name in the session */
            name: string;
            unit: string | null;
            /** @description The session already has this variable or objective */
            exists: boolean;
            type: ("real" | "integer" | "discrete" | "categorical") | null;
            role: ("controllable" | "observed") | null;
            bounds: number[] | null;
            categories: string[] | null;
            allowed_values: number[] | null;
            step: number | null;
            scale: "log" | null;
            changes: ("very_hard" | "hard") | null;
            description: string | null;
            noise_is: ("variance" | "standard_deviation") | null;
            errors_as: ("noise" | "ignore") | null;
            limit: number | null;
            duration: ("h" | "min" | "s") | null;
            /** @description Values are converted to the unit of the session */
            convert: boolean;
            converts_to: string | null;
            /** @description Empty cells have the value of the cell above */
            fill_down: boolean;
            n_numbers: number;
            n_texts: number;
            n_missing: number;
            n_censored: number;
            /** @description Limits without their value, as in `<LOD` */
            n_unstated: number;
            n_failed: number;
            /** @description Values with their error, as in `40 ± 1.2` */
            n_errors: number;
            min: number | null;
            max: number | null;
            /** @description First different cells, as written */
            samples: string[];
        };
        /**
         * ImportColumnPatch
         * @example {
         *       "column": "T / °C",
         *       "meaning": "input",
         *       "name": "temperature",
         *       "unit": "°C"
         *     }
         * @example {
         *       "column": "Solvent",
         *       "synonyms": {
         *         "thf": "THF"
         *       }
         *     }
         */
        ImportColumnPatch: {
            /** @description As spelled in the file */
            column: string;
            /** @enum {unknown} */
            meaning?: "input" | "output" | "noise" | "iteration" | "reason" | "id" | "note" | "ignore";
            /** @description Name in the session */
            name?: string;
            unit?: string | null;
            /** @enum {unknown} */
            type?: "real" | "integer" | "discrete" | "categorical";
            /** @enum {unknown} */
            role?: "controllable" | "observed";
            bounds?: number[] | null;
            /** @enum {unknown} */
            noise_is?: "variance" | "standard_deviation";
            /**
             * @description Errors behind values, as in `40 ± 1.2`: used as standard deviations of the noise, or ignored
             * @enum {unknown}
             */
            errors_as?: "noise" | "ignore";
            limit?: number | null;
            duration?: ("h" | "min" | "s") | null;
            /** @description Values are converted from the unit of the column to that of the session */
            convert?: boolean;
            /** @description An empty cell has the value of the cell above it */
            fill_down?: boolean;
            /** @description Of a categorical column: text of the file → category that it stands for */
            synonyms?: {
                [key: string]: string;
            };
        };
        /** ImportCommitted */
        ImportCommitted: {
            added: number;
            skipped: number;
            /** @description Failed runs among those added */
            failed: number;
            total_experiments: number;
            target_columns: string[];
            variables_added: string[];
            /** @description Pending runs of the queue that the added runs complete */
            completed_item_ids: string[];
            warnings: string[];
            message: string;
        };
        /** ImportForm */
        ImportForm: {
            /**
             * Format: binary
             * @description CSV, XLSX, ODS, Parquet or JSON
             */
            file: string;
            /** @description JSON, as the body of PATCH */
            plan?: string;
        };
        /**
         * ImportPatch
         * @example {
         *       "settings": {
         *         "decimal": ","
         *       }
         *     }
         * @example {
         *       "columns": [
         *         {
         *           "column": "Bemerkung",
         *           "meaning": "note"
         *         }
         *       ],
         *       "choices": {
         *         "unreadable_output": "skip"
         *       }
         *     }
         * @example {
         *       "rows": {
         *         "7": {
         *           "action": "failed"
         *         },
         *         "9": {
         *           "cells": {
         *             "Yield / %": "91.5"
         *           }
         *         }
         *       }
         *     }
         * @example {
         *       "constants": {
         *         "pressure": 1.5
         *       }
         *     }
         */
        ImportPatch: {
            settings?: components["schemas"]["ImportSettings"];
            columns?: components["schemas"]["ImportColumnPatch"][];
            /** @description Kind of problem → its solution */
            choices?: {
                [key: string]: "ask" | "skip" | "keep" | "missing" | "failed" | "censored" | "value" | "add" | "renumber";
            };
            /** @description Row of the file, from 1 → its solution */
            rows?: {
                [key: string]: {
                    action?: ("skip" | "failed") | null;
                    /** @description Column of the file → text that replaces the cell */
                    cells?: {
                        [key: string]: string;
                    };
                };
            };
            /** @description Variable without a column → its value in every row; null removes it */
            constants?: {
                [key: string]: (number | string) | null;
            };
            /** @enum {unknown} */
            mode?: "append" | "replace";
        };
        /** ImportProblem */
        ImportProblem: {
            /** @description Row of the file below the names, from 1 */
            row: number;
            line: number | null;
            column: string | null;
            value: string | null;
            /** @enum {unknown} */
            kind: "missing_output" | "failed_output" | "output_of_failed" | "censored_output" | "unreadable_output" | "missing_input" | "unreadable_input" | "new_category" | "out_of_bounds" | "outside_limits" | "outside_constraint" | "summary_row" | "unmade_run" | "recorded_run" | "other_result" | "repeated_id" | "excluded_row" | "long_row" | "unreadable_noise" | "unreadable_iteration";
            message: string;
            /** @enum {unknown} */
            choice: "ask" | "skip" | "keep" | "missing" | "failed" | "censored" | "value" | "add" | "renumber";
            choices: ("ask" | "skip" | "keep" | "missing" | "failed" | "censored" | "value" | "add" | "renumber")[];
        };
        /** ImportReading */
        ImportReading: {
            /** @enum {unknown} */
            format: "csv" | "xlsx" | "ods" | "parquet" | "json";
            encoding: string | null;
            delimiter: string | null;
            /** @enum {unknown} */
            decimal: "." | ",";
            sheet: string | null;
            sheets: string[];
            header_row: number;
            transposed: boolean;
            plate: boolean;
            stacked: {
                /** @description Column with the names of the results */
                names: string;
                /** @description Column with their values */
                values: string;
            } | null;
            repeats: string[] | null;
            waiting_runs: {
                /** @enum {unknown} */
                by: "column" | "order" | "plate_columns";
                /** @description Of by: column. Its cells name the runs as their candidate list does, or number them from 1 in the order of the queue */
                column?: string;
            } | null;
        };
        /**
         * ImportSettings
         * @example {
         *       "delimiter": ";",
         *       "decimal": ","
         *     }
         */
        ImportSettings: {
            /** @enum {unknown} */
            format?: "csv" | "xlsx" | "ods" | "parquet" | "json";
            /** @enum {unknown} */
            encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "shift_jis" | "euc-jp" | "gb18030" | "big5" | "euc-kr" | "windows-1250" | "windows-1251" | "macintosh" | "cp437" | "cp850";
            /** @enum {unknown} */
            delimiter?: "," | ";" | "\t" | "|" | " " | "，";
            /** @enum {unknown} */
            decimal?: "." | ",";
            /** @description Of a workbook */
            sheet?: string;
            /** @description Line of the column names, not counting empty lines; 0: there is none */
            header_row?: number;
            /** @description Each line is a variable and each column a run; lines are then counted after turning */
            transposed?: boolean;
            /** @description Plates of wells (columns 1, 2, 3 over rows A, B, C): each well is a run, and each block a column; lines are then counted after that */
            plate?: boolean;
            stacked?: {
                /** @description Column with the names of the results */
                names: string;
                /** @description Column with their values */
                values: string;
            } | null;
            repeats?: string[] | null;
            waiting_runs?: {
                /** @enum {unknown} */
                by: "column" | "order" | "plate_columns";
                /** @description Of by: column. Its cells name the runs as their candidate list does, or number them from 1 in the order of the queue */
                column?: string;
            } | null;
        };
        /**
         * Importance
         * @example {
         *       "name": "temperature",
         *       "share": 0.62,
         *       "interval_95": [
         *         0.31,
         *         0.88
         *       ]
         *     }
         */
        Importance: {
            name: string;
            /** @description Total effect: share of the variance of the curve that involves the variable */
            share: number;
            interval_95: number[];
        };
        /** Info */
        Info: {
            name: string;
            version: string;
            docs: string;
            health: string;
            openapi: string;
            /** @enum {unknown} */
            authentication: "off" | "keys" | "oidc";
            /** @description Whether the assistant routes may call a language model */
            assistant: boolean;
        };
        /**
         * InitialDesign
         * @example {
         *       "points": [
         *         {
         *           "a": 0,
         *           "b": 0
         *         },
         *         {
         *           "a": 10,
         *           "b": 10
         *         }
         *       ],
         *       "method": "gsd",
         *       "n_points": 2,
         *       "design_info": {
         *         "full_factorial_runs": 4,
         *         "gsd_runs": 2,
         *         "total_runs": 2,
         *         "reduction": 2,
         *         "levels_per_factor": [
         *           2,
         *           2
         *         ]
         *       },
         *       "feasibility": null,
         *       "estimability": null,
         *       "random_seed": 7,
         *       "warnings": [
         *         "gsd: 2 runs cannot estimate b (confounded with a) of the linear model; use an optimal design"
         *       ]
         *     }
         */
        InitialDesign: {
            /** @description With Block if the design has blocks, block after block */
            points: components["schemas"]["Inputs"][];
            /** @enum {unknown} */
            method: "random" | "lhs" | "sobol" | "halton" | "hammersly" | "full_factorial" | "fractional_factorial" | "ccd" | "box_behnken" | "doehlert" | "plackett_burman" | "gsd" | "maximin" | "maxpro" | "concentric" | "definitive_screening" | "orthogonal_array" | "simplex_lattice" | "simplex_centroid" | "extreme_vertices";
            n_points: number;
            design_info: {
                [key: string]: unknown;
            } | null;
            feasibility: components["schemas"]["Feasibility"] | null;
            estimability: ("not_applicable" | "passed" | "waived") | null;
            random_seed: number | null;
            warnings: string[];
        };
        /**
         * InitialDesignRequest
         * @example {
         *       "method": "lhs",
         *       "n_points": 12,
         *       "random_seed": 7
         *     }
         * @example {
         *       "method": "ccd",
         *       "ccd_face": "faced",
         *       "order": "random"
         *     }
         */
        InitialDesignRequest: {
            /** @enum {unknown} */
            method?: "random" | "lhs" | "sobol" | "halton" | "hammersly" | "full_factorial" | "fractional_factorial" | "ccd" | "box_behnken" | "doehlert" | "plackett_burman" | "gsd" | "maximin" | "maxpro" | "concentric" | "definitive_screening" | "orthogonal_array" | "simplex_lattice" | "simplex_centroid" | "extreme_vertices";
            n_points?: number | null;
            /**
             * @description `none` takes the first hypercube, `centered` places points at the centres of cells
             * @default maximin
             * @enum {unknown}
             */
            lhs_criterion?: "maximin" | "correlation" | "ratio" | "none" | "centered" | "discrepancy" | "maxpro";
            /**
             * @description equidistant values per real or integer variable
             * @default 2
             */
            n_levels?: number;
            /**
             * @description centre runs, in every block; `ccd` adds them twice, a screening design with categories in pairs; `orthogonal_array` adds none by default (runs)
             * @default 1
             */
            n_center?: number;
            generators?: string | null;
            /**
             * @description rule of the axial distance
             * @default orthogonal
             * @enum {unknown}
             */
            ccd_alpha?: "orthogonal" | "rotatable" | "spherical" | "uncorrelated";
            /**
             * @description where the axial runs lie relative to the cube
             * @default circumscribed
             * @enum {unknown}
             */
            ccd_face?: "circumscribed" | "inscribed" | "faced";
            /**
             * @description the full factorial is divided by about this number
             * @default 2
             */
            gsd_reduction?: number;
            resolution?: number | null;
            n_runs?: number | null;
            fold_over?: string | null;
            n_blocks?: number | null;
            n_fake?: number | null;
            lattice_degree?: number | null;
            /**
             * @description Order of the runs, default as_generated; random shuffles by the seed and keeps existing runs first
             * @enum {unknown}
             */
            order?: "as_generated" | "random";
            random_seed?: number | null;
            allow_infeasible?: boolean;
        };
        /**
         * Inputs
         * @description Map from variable name to value
         * @example {
         *       "temperature": 80,
         *       "solvent": "THF"
         *     }
         */
        Inputs: {
            [key: string]: number | string;
        };
        /**
         * Job
         * @example {
         *       "job_id": "0b0b7b3e-6c3c-4a43-9c0e-2f6f0a1d9f3e",
         *       "session_id": "7d5f1a52-0f1e-4a3e-9d3b-6f3d4c2b1a00",
         *       "route": "POST /sessions/:session_id/model/train",
         *       "status": "running",
         *       "progress": {
         *         "fraction": 0.4,
         *         "message": "restart 2 of 5"
         *       },
         *       "created_at": "2026-11-22T09:00:00.000Z",
         *       "finished_at": null,
         *       "expires_at": null,
         *       "result": null
         *     }
         */
        Job: {
            job_id: string;
            session_id: string;
            /** @description Method and path of the request */
            route: string;
            /** @enum {unknown} */
            status: "running" | "succeeded" | "failed" | "cancelled";
            progress: {
                fraction: number;
                message: string;
            } | null;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            created_at: string;
            finished_at: string | null;
            expires_at: string | null;
            result: {
                /** @description HTTP status */
                status: number;
                body: unknown;
                saved: boolean | null;
            } | null;
        };
        /** JobList */
        JobList: {
            /** @description With `result` null: results may be large, and `GET /jobs/{job_id}` gives that of one job */
            items: components["schemas"]["Job"][];
            total: number;
            skip: number;
            limit: number;
        };
        /** JsonFileForm */
        JsonFileForm: {
            /** Format: binary */
            file: string;
            /** @description Refused: a plan applies to tables only */
            plan?: string;
        };
        /** KeyList */
        KeyList: {
            items: components["schemas"]["ApiKey"][];
            total: number;
        };
        /** LearningCurve */
        LearningCurve: {
            training_sizes: number[];
            rmse: (number | null)[];
            mae: (number | null)[];
            r2: (number | null)[];
            mape: (number | null)[];
            /** @description Kind of the scores at each size */
            kind: (("fixed_hyperparameters" | "refit") | null)[];
        };
        /**
         * LeaseRequest
         * @example {
         *       "worker": "robot 2",
         *       "seconds": 900
         *     }
         */
        LeaseRequest: {
            /** @description Person or device that carries out the run */
            worker: string;
            /** @description Time without a heartbeat after which the run goes back to the queue; default 600 */
            seconds?: number;
            /** @description If no run is pending, propose one by strategy 'auto'; default true */
            suggest?: boolean;
            observed?: components["schemas"]["Inputs"] | null;
            hold?: components["schemas"]["Inputs"] | null;
            effort?: ("normal" | "fast") | null;
            seed?: number | null;
        };
        /** LeaseResponse */
        LeaseResponse: {
            item: components["schemas"]["QueueItem"] | null;
            lease: {
                /** @description Send it with heartbeats and with the result */
                token: string;
                worker: string;
                /**
                 * @description ISO 8601
                 * @example 2026-11-21T12:00:00.000Z
                 */
                leased_at: string;
                /**
                 * @description ISO 8601
                 * @example 2026-11-21T12:00:00.000Z
                 */
                expires_at: string;
                seconds: number;
            } | null;
            source: ("queue" | "suggestion") | null;
            reason: string | null;
        };
        /**
         * LeaseTokenRequest
         * @example {
         *       "token": "0c9b8f0e-6b1e-4c58-9f4e-1d1b4a0f3a11"
         *     }
         */
        LeaseTokenRequest: {
            token: string;
        };
        /** LinearLimit */
        LinearLimit: {
            name: string;
            coefficients: {
                [key: string]: number;
            };
            /** @description Upper limit of Σ coefficient · value */
            at_most: number;
        };
        /**
         * Lock
         * @example {
         *       "locked": true,
         *       "locked_by": "Ann",
         *       "locked_at": "2026-11-21T12:00:00.000Z",
         *       "lock_token": "0b0c2f4e-5d0f-4f3c-9f57-1f1f7f0a2b11",
         *       "enforced": false
         *     }
         */
        Lock: {
            locked: boolean;
            locked_by: string | null;
            locked_at: string | null;
            lock_token: string | null;
            /** @description Changes need the token while the lock is held */
            enforced: boolean;
        };
        /**
         * LockPolicy
         * @example {
         *       "enforce_lock": true
         *     }
         */
        LockPolicy: {
            enforce_lock: boolean;
        };
        /**
         * LockRequest
         * @example {
         *       "locked_by": "Ann"
         *     }
         */
        LockRequest: {
            locked_by: string;
            client_id?: string | null;
            /** @description Take over a lock that another person holds */
            force?: boolean;
        };
        /**
         * LoginRequest
         * @example {
         *       "key": "ath_0123456789ab_…"
         *     }
         */
        LoginRequest: {
            key: string;
        };
        /** Me */
        Me: {
            /** @enum {unknown} */
            authentication: "off" | "keys" | "oidc";
            person: components["schemas"]["Person"] | null;
            signed_in_by: ("key" | "token" | "cookie") | null;
            scope: ("read" | "write" | "full") | null;
        };
        /** Message */
        Message: {
            message: string;
        };
        /** Metadata */
        Metadata: {
            session_id: string;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            created_at: string;
            name: string;
            description: string;
            tags: string[];
            author: string;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            last_modified: string;
        };
        /**
         * MetadataPatch
         * @example {
         *       "name": "Suzuki coupling",
         *       "author": "Ann"
         *     }
         */
        MetadataPatch: {
            name?: string | null;
            description?: string | null;
            tags?: string[] | null;
            author?: string | null;
        };
        /**
         * Model
         * @example {
         *       "trained": true,
         *       "is_trained": true,
         *       "backend": "botorch",
         *       "kernel": "Matern",
         *       "kernel_params": {
         *         "nu": 2.5
         *       },
         *       "hyperparameters": {
         *         "lengthscales": [
         *           0.4,
         *           1.2
         *         ],
         *         "outputscale": 1.1,
         *         "noise": 0.01
         *       },
         *       "metrics": {
         *         "cv_rmse": 0.12,
         *         "cv_r2": 0.93
         *       },
         *       "trained_at": "2026-11-21T12:00:00.000Z",
         *       "training_config": {
         *         "backend": "botorch",
         *         "kernel": "Matern",
         *         "kernel_params": {
         *           "nu": 2.5
         *         },
         *         "calibration_enabled": false
         *       },
         *       "fitted": true,
         *       "data_revision": 12,
         *       "n_experiments": 12
         *     }
         */
        Model: {
            trained: boolean;
            /** @description Same as trained */
            is_trained: boolean;
            backend: ("sklearn" | "botorch" | "auto") | null;
            kernel: string | null;
            kernel_params: {
                [key: string]: unknown;
            } | null;
            hyperparameters: components["schemas"]["Hyperparameters"] | null;
            metrics: components["schemas"]["ModelMetrics"] | null;
            trained_at: string | null;
            training_config: components["schemas"]["TrainingConfig"] | null;
            /** @description false: the training call is stored, but its model is not available */
            fitted: boolean;
            data_revision: number | null;
            n_experiments: number | null;
            validation?: components["schemas"]["Validations"];
            /** @description By objective, backend auto: shares of the variables, with intervals over draws of the curve. An objective whose results are all equal has none */
            importance?: {
                [key: string]: components["schemas"]["Importance"][];
            };
            /** @description Bounds of results by objective; absent if none has bounds */
            bounds?: {
                [key: string]: components["schemas"]["ResultBounds"];
            };
            /** @description Objectives that have plots of cross-validation: those with five rows or more */
            cross_validated?: string[];
            /** @description Reasons why the model differs from the last training: its rows had changed when the session was opened; backend auto: objectives whose bounds have changed since, so that it must be trained again. Absent if there are none */
            warnings?: string[];
            /** @description Worker, backend, device and release that computed the result */
            computed_by?: {
                /** @description Compute backend: native, cuda, ts or tfjs */
                backend: string;
                /** @description Device of the backend, such as CPU or the name of a GPU */
                device: string;
                /** @description Release of Athanor that computed it, in this server or in a worker */
                version: string;
            };
        };
        /**
         * ModelMetrics
         * @description Cross-validation, output units; empty below five rows and with several objectives
         * @example {
         *       "cv_rmse": 0.12,
         *       "cv_r2": 0.93,
         *       "cv_mae": 0.08,
         *       "mean_z": 0.02,
         *       "std_z": 1.05,
         *       "cv_kind": "fixed_hyperparameters"
         *     }
         */
        ModelMetrics: {
            cv_rmse?: number | null;
            cv_r2?: number | null;
            cv_mae?: number | null;
            mean_z?: number | null;
            std_z?: number | null;
            rmse?: number | null;
            r2?: number | null;
            mae?: number | null;
            /**
             * @description How left-out runs were predicted. fixed_hyperparameters (sklearn, botorch): folds keep the hyperparameters of the fit to all rows, z-scores use the standard deviation of the curve. refit (auto): by models fitted to the other folds alone, as in validation, z-scores use the standard deviation of a measurement. Models of many rows: fixed_hyperparameters
             * @enum {unknown}
             */
            cv_kind?: "fixed_hyperparameters" | "refit";
        };
        /**
         * ModelValidation
         * @example {
         *       "data_revision": 12,
         *       "validation": {}
         *     }
         */
        ModelValidation: {
            /** @description Revision of the data that the model was fitted to */
            data_revision: number;
            /** @description By objective; empty below five rows, or where all rows have the same inputs */
            validation: {
                [key: string]: components["schemas"]["Validation"];
            };
        };
        /** NewApiKey */
        NewApiKey: {
            key_id: string;
            person_id: string;
            name: string;
            /** @enum {unknown} */
            scope: "read" | "write" | "full";
            sessions: string[] | null;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            created_at: string;
            expires_at: string | null;
            last_used_at: string | null;
            /** @description Shown only once */
            key: string;
        };
        /**
         * NewVariableRequest
         * @example {
         *       "name": "temperature",
         *       "type": "real",
         *       "bounds": [
         *         20,
         *         120
         *       ],
         *       "unit": "°C"
         *     }
         * @example {
         *       "name": "pressure",
         *       "type": "real",
         *       "bounds": [
         *         1,
         *         10
         *       ],
         *       "unit": "bar",
         *       "recorded_value": 1
         *     }
         */
        NewVariableRequest: {
            /** @description Unique within the session */
            name: string;
            /** @enum {unknown} */
            type?: "real" | "categorical" | "integer" | "discrete" | "context";
            bounds?: number[] | null;
            min?: number | null;
            max?: number | null;
            categories?: string[] | null;
            values?: string[] | null;
            allowed_values?: number[] | null;
            step?: number | null;
            unit?: string | null;
            description?: string | null;
            role?: ("controllable" | "observed") | null;
            changes?: ("very_hard" | "hard" | "easy") | null;
            scale?: ("linear" | "log") | null;
            retired?: string[] | null;
            unavailable?: (number | string)[] | null;
            recorded_value?: (number | string) | null;
        };
        /**
         * Objective
         * @example {
         *       "name": "yield",
         *       "unit": "%",
         *       "goal": "maximize",
         *       "at_least": 80
         *     }
         */
        Objective: {
            name: string;
            label?: string | null;
            unit?: string | null;
            /**
             * @description target: come close to a value; at_least, at_most: meet the limit of the same name; beyond it nothing is gained
             * @enum {unknown}
             */
            goal: "maximize" | "minimize" | "target" | "at_least" | "at_most";
            target?: number | null;
            at_least?: number | null;
            at_most?: number | null;
            importance?: number | null;
            desirability?: components["schemas"]["DesirabilityRange"] | null;
            bounds?: (number | null)[] | null;
        };
        /** ObjectiveList */
        ObjectiveList: {
            objectives: {
                name: string;
                label: string | null;
                unit: string | null;
                goal: ("maximize" | "minimize" | "target" | "at_least" | "at_most") | null;
                target: number | null;
                at_least: number | null;
                at_most: number | null;
                importance: number;
                desirability: {
                    low: number;
                    high: number;
                    curve: number;
                } | null;
                desirability_now: {
                    low: number;
                    high: number;
                    curve: number;
                } | null;
                bounds: (number | null)[] | null;
                bounds_now: components["schemas"]["ResultBounds"] | null;
                /** @description Number of rows in which it was measured */
                n_values: number;
            }[];
            /**
             * @description How several objectives are joined: by their Pareto front, or by the geometric mean of their desirabilities. Default: desirability if a goal is target, at_least or at_most, else pareto
             * @enum {unknown}
             */
            join: "pareto" | "desirability";
            /** @description true: they were declared; false: they come from a file or are the default */
            declared: boolean;
            /** @description Answer of PUT: recorded results beyond the declared bounds, by row; absent where there are none */
            warnings?: string[];
        };
        /**
         * ObjectiveMetadata
         * @example {
         *       "metadata": {
         *         "Output": {
         *           "label": "Yield",
         *           "unit": "%"
         *         }
         *       }
         *     }
         */
        ObjectiveMetadata: {
            metadata: {
                [key: string]: {
                    label?: string | null;
                    unit?: string | null;
                };
            };
        };
        /**
         * ObjectivesRequest
         * @example {
         *       "objectives": [
         *         {
         *           "name": "yield",
         *           "unit": "%",
         *           "goal": "maximize"
         *         },
         *         {
         *           "name": "impurity",
         *           "unit": "%",
         *           "goal": "minimize",
         *           "at_most": 2
         *         }
         *       ]
         *     }
         */
        ObjectivesRequest: {
            objectives: components["schemas"]["Objective"][];
            join?: ("pareto" | "desirability") | null;
        };
        /** OllamaModels */
        OllamaModels: {
            models: string[];
            error?: string | null;
        };
        /** OptimalDesign */
        OptimalDesign: {
            points: components["schemas"]["Inputs"][];
            n_points: number;
            design_info: {
                [key: string]: unknown;
            };
            feasibility: components["schemas"]["Feasibility"] | null;
            estimability: ("not_applicable" | "passed" | "waived") | null;
            random_seed: number | null;
            warnings: string[];
        };
        /** OptimalDesignInfo */
        OptimalDesignInfo: {
            model_terms: string[];
            p_columns: number;
            n_points_minimum: number;
            n_points_recommended: number;
        };
        /**
         * OptimalDesignInfoRequest
         * @description Exactly one of model_type and effects
         * @example {
         *       "model_type": "quadratic"
         *     }
         * @example {
         *       "effects": [
         *         "a",
         *         "b",
         *         "a*b"
         *       ]
         *     }
         */
        OptimalDesignInfoRequest: {
            model_type?: ("linear" | "interaction" | "quadratic") | null;
            effects?: string[] | null;
        };
        /**
         * OptimalDesignRequest
         * @description Exactly one of model_type and effects, and exactly one of n_points, p_multiplier and blocks
         * @example {
         *       "model_type": "quadratic",
         *       "n_points": 12,
         *       "criterion": "D"
         *     }
         * @example {
         *       "model_type": "linear",
         *       "n_points": 8,
         *       "forbidden": [
         *         {
         *           "temperature": [
         *             100,
         *             120
         *           ],
         *           "solvent": "THF"
         *         }
         *       ]
         *     }
         */
        OptimalDesignRequest: {
            model_type?: ("linear" | "interaction" | "quadratic") | null;
            effects?: string[] | null;
            n_points?: number | null;
            p_multiplier?: number | null;
            /** @enum {unknown} */
            criterion?: "D" | "A" | "I" | "G" | "E" | "alias";
            /**
             * @description Default coordinate_exchange; the others choose from a lattice of candidates
             * @enum {unknown}
             */
            algorithm?: "sequential" | "simple_exchange" | "fedorov" | "modified_fedorov" | "detmax" | "coordinate_exchange";
            existing?: components["schemas"]["Inputs"][] | null;
            blocks?: number[] | null;
            max_iter?: number;
            /**
             * @description What I averages over; default the feasible region
             * @enum {unknown}
             */
            moments?: "region" | "grid";
            /** @description Lattice values per real variable */
            n_levels?: number;
            forbidden?: {
                [key: string]: (number | string) | number[];
            }[] | null;
            /** @description Whether real variables may take values between those of the lattice; under the criteria E and alias such designs are only starting points of the search, and its result may lie on the lattice */
            continuous?: boolean;
            /** @description Amount of work of the search, relative to the default */
            effort?: number;
            random_seed?: number | null;
            /**
             * @description Order of the runs, default as_generated; random shuffles by the seed and keeps existing runs first
             * @enum {unknown}
             */
            order?: "as_generated" | "random";
            /** @description As for initial designs: with constraints, `estimability` is then `waived`. The runs still satisfy the constraints */
            allow_infeasible?: boolean;
        };
        /** OptimalSplitPlotDesign */
        OptimalSplitPlotDesign: {
            /** @description Variables with WholePlot, Subplot (three levels), RunOrder and Reason */
            points: components["schemas"]["Row"][];
            n_points: number;
            info: {
                /** @enum {unknown} */
                criterion: "D" | "A" | "I";
                score: number;
                D_eff: number;
                A_eff: number;
                average_prediction_variance: number;
                p_columns: number;
                n_runs: number;
                model_terms: string[];
                /** @description From the hardest to change */
                strata: {
                    /** @enum {unknown} */
                    level: "very_hard" | "hard" | "easy";
                    variables: string[];
                    /** @description Within each plot of the previous level */
                    units: number;
                    /** @description In the whole design */
                    total: number;
                    variance_ratio: number | null;
                }[];
                random_seed: number;
            };
        };
        /**
         * OptimalSplitPlotRequest
         * @description Exactly one of model_type and effects; units for easy and for each level at which a variable changes
         * @example {
         *       "model_type": "quadratic",
         *       "units": {
         *         "hard": 6,
         *         "easy": 3
         *       },
         *       "variance_ratios": {
         *         "hard": 1
         *       }
         *     }
         */
        OptimalSplitPlotRequest: {
            model_type?: ("linear" | "interaction" | "quadratic") | null;
            effects?: string[] | null;
            /** @description Plots of each level within each plot of the previous level; easy: runs per plot */
            units: {
                very_hard?: number;
                hard?: number;
                easy: number;
            };
            /** @description Variance between the plots of a level over that between runs, default 1 */
            variance_ratios?: {
                very_hard?: number;
                hard?: number;
            };
            /** @enum {unknown} */
            criterion?: "D" | "A" | "I";
            /** @description Lattice values per real variable */
            n_levels?: number;
            forbidden?: {
                [key: string]: (number | string) | number[];
            }[] | null;
            /** @description Whether real variables may take values between those of the lattice; under the criteria E and alias such designs are only starting points of the search, and its result may lie on the lattice */
            continuous?: boolean;
            /** @description Amount of work of the search, relative to the default */
            effort?: number;
            random_seed?: number | null;
        };
        /**
         * ParityPlot
         * @example {
         *       "actual": [
         *         0.4,
         *         0.5
         *       ],
         *       "predicted": [
         *         0.42,
         *         0.47
         *       ],
         *       "std": [
         *         0.05,
         *         0.06
         *       ],
         *       "rows": [
         *         3,
         *         0
         *       ],
         *       "metrics": {
         *         "rmse": 0.025,
         *         "mae": 0.025,
         *         "r2": 0.74,
         *         "mape": 5.5
         *       },
         *       "bounds": [
         *         0.4,
         *         0.5
         *       ],
         *       "calibrated": false,
         *       "target": "Output",
         *       "kind": "refit"
         *     }
         */
        ParityPlot: {
            actual: number[];
            predicted: number[];
            std: number[];
            /** @description Row index of each point; null: the row was removed or corrected since the training */
            rows: (number | null)[];
            metrics: {
                rmse: number | null;
                mae: number | null;
                r2: number | null;
                mape: number | null;
            };
            bounds: number[];
            calibrated: boolean;
            target: string;
            /**
             * @description How left-out runs were predicted. fixed_hyperparameters (sklearn, botorch): folds keep the hyperparameters of the fit to all rows, z-scores use the standard deviation of the curve. refit (auto): by models fitted to the other folds alone, as in validation, z-scores use the standard deviation of a measurement. Models of many rows: fixed_hyperparameters
             * @enum {unknown}
             */
            kind: "fixed_hyperparameters" | "refit";
        };
        /**
         * PastCampaign
         * @description The campaign as it was after a change
         */
        PastCampaign: {
            revision: number;
            time: string | null;
            what: string[];
            variables: components["schemas"]["Variable"][];
            constraints: components["schemas"]["Constraint"][];
            objectives: {
                name: string;
                label: string | null;
                unit: string | null;
                goal: ("maximize" | "minimize" | "target" | "at_least" | "at_most") | null;
                target: number | null;
                at_least: number | null;
                at_most: number | null;
                importance: number;
                desirability: {
                    low: number;
                    high: number;
                    curve: number;
                } | null;
                desirability_now: {
                    low: number;
                    high: number;
                    curve: number;
                } | null;
                bounds: (number | null)[] | null;
                bounds_now: components["schemas"]["ResultBounds"] | null;
                /** @description Number of rows in which it was measured */
                n_values: number;
            }[];
            /**
             * @description How several objectives are joined: by their Pareto front, or by the geometric mean of their desirabilities. Default: desirability if a goal is target, at_least or at_most, else pareto
             * @enum {unknown}
             */
            join: "pareto" | "desirability";
            /** @description true: they were declared; false: they come from a file or are the default */
            declared: boolean;
            /** @description Answer of PUT: recorded results beyond the declared bounds, by row; absent where there are none */
            warnings?: string[];
            /** @description A page of the rows then */
            experiments: components["schemas"]["Row"][];
            n_experiments: number;
            /** @description Runs that were pending or running */
            n_waiting: number;
        };
        /** PeopleList */
        PeopleList: {
            items: (components["schemas"]["Person"] | components["schemas"]["PersonSummary"])[];
            total: number;
        };
        /** Person */
        Person: {
            person_id: string;
            name: string;
            /** @enum {unknown} */
            role: "admin" | "member";
            /** @description true: keys, tokens and cookies of this person are refused */
            disabled: boolean;
            subject: string | null;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            created_at: string;
        };
        /**
         * PersonPatch
         * @example {
         *       "disabled": true
         *     }
         */
        PersonPatch: {
            /** @enum {unknown} */
            role?: "admin" | "member";
            disabled?: boolean;
            subject?: string | null;
        };
        /**
         * PersonRequest
         * @example {
         *       "name": "Ann",
         *       "role": "member"
         *     }
         */
        PersonRequest: {
            /** @description Unique; audit rows name it. One line without blanks at its ends */
            name: string;
            /** @enum {unknown} */
            role?: "admin" | "member";
            subject?: string | null;
        };
        /** PersonSummary */
        PersonSummary: {
            person_id: string;
            name: string;
        };
        /**
         * PredictRequest
         * @example {
         *       "inputs": [
         *         {
         *           "temperature": 80,
         *           "solvent": "THF"
         *         }
         *       ]
         *     }
         * @example {
         *       "inputs": [
         *         {
         *           "temperature": 80,
         *           "solvent": "THF"
         *         }
         *       ],
         *       "quantiles": [
         *         0.1,
         *         0.9
         *       ],
         *       "output": [
         *         0.52
         *       ]
         *     }
         */
        PredictRequest: {
            inputs: components["schemas"]["Inputs"][];
            /** @description Probabilities of the quantiles of one new measurement, such as 0.1 */
            quantiles?: number[];
            /** @description A measured value for each point (or null): adds its log_density */
            output?: ((number | {
                [key: string]: number | ({
                    above: number;
                } | {
                    below: number;
                }) | null;
            } | (number | ({
                above: number;
            } | {
                below: number;
            }) | null)[]) | null)[];
        };
        /**
         * PredictResponse
         * @example {
         *       "predictions": [
         *         {
         *           "inputs": {
         *             "temperature": 80
         *           },
         *           "mean": 0.5,
         *           "std": 0.1,
         *           "confidence_interval_95": [
         *             0.304,
         *             0.696
         *           ],
         *           "std_measurement": 0.125,
         *           "prediction_interval_95": [
         *             0.255,
         *             0.745
         *           ]
         *         }
         *       ],
         *       "n_predictions": 1
         *     }
         */
        PredictResponse: {
            predictions: {
                inputs: components["schemas"]["Inputs"];
                /** @description The median if the model uses logarithms or logits of the results */
                mean: number;
                /** @description Standard deviation of the curve, that is, of the mean of many measurements */
                std: number;
                /** @description Contains the curve, that is, the mean of many measurements, with probability 0.95; mean ± 1.96 std unless hyperparameters are sampled */
                confidence_interval_95: number[];
                /** @description Standard deviation of one new measurement, noise included */
                std_measurement: number;
                /** @description Contains one new measurement with probability 0.95 */
                prediction_interval_95: number[];
                /** @description Of one new measurement, in the order of the request */
                quantiles?: number[];
                /** @description Log density of the given output as one new measurement. Absent for a limit, and where the model expects one value with a standard deviation of 0 (a recorded run with a noise variance of 0): such a prediction has no finite density */
                log_density?: number;
                /** @description Several objectives: each by name; mean and std above are those of the first */
                objectives?: {
                    [key: string]: {
                        /** @description The median if the model uses logarithms or logits of the results */
                        mean: number;
                        /** @description Standard deviation of the curve, that is, of the mean of many measurements */
                        std: number;
                        /** @description Contains the curve, that is, the mean of many measurements, with probability 0.95; mean ± 1.96 std unless hyperparameters are sampled */
                        confidence_interval_95: number[];
                        /** @description Standard deviation of one new measurement, noise included */
                        std_measurement: number;
                        /** @description Contains one new measurement with probability 0.95 */
                        prediction_interval_95: number[];
                        /** @description Of one new measurement, in the order of the request */
                        quantiles?: number[];
                        /** @description Log density of the given output as one new measurement. Absent for a limit, and where the model expects one value with a standard deviation of 0 (a recorded run with a noise variance of 0): such a prediction has no finite density */
                        log_density?: number;
                    };
                };
            }[];
            n_predictions: number;
            /** @description Worker, backend, device and release that computed the result */
            computed_by?: {
                /** @description Compute backend: native, cuda, ts or tfjs */
                backend: string;
                /** @description Device of the backend, such as CPU or the name of a GPU */
                device: string;
                /** @description Release of Athanor that computed it, in this server or in a worker */
                version: string;
            };
        };
        /** PreviewResponse */
        PreviewResponse: {
            columns: string[];
            available_targets: string[];
            has_output: boolean;
            recommended_target: string | null;
            n_rows: number;
        };
        /**
         * Problem
         * @example {
         *       "type": "urn:athanor:error:session-not-found",
         *       "title": "session not found",
         *       "status": 404,
         *       "detail": "session 'a1b2' not found",
         *       "instance": "urn:uuid:0b0b7b3e-5c0e-4a63-a2f8-7d3c1f1a9b11",
         *       "code": "session-not-found"
         *     }
         */
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description The request's ID, as in the server's log */
            instance: string;
            /** @description Stays the same when the wording of title and detail changes */
            code: string;
            errors?: {
                loc: string[];
                msg: string;
                type: string;
            }[];
        };
        /**
         * Provenance
         * @example {
         *       "id": "p",
         *       "iteration": 4,
         *       "strategy": "qEI",
         *       "acq_params": {
         *         "goal": "maximize",
         *         "n_suggestions": 2
         *       },
         *       "suggested": {
         *         "temperature": 80,
         *         "solvent": "THF"
         *       },
         *       "actual": {
         *         "temperature": 81.5,
         *         "solvent": "THF"
         *       },
         *       "delta": {
         *         "temperature": 1.5,
         *         "solvent": "unchanged"
         *       },
         *       "output": 0.42,
         *       "noise": null,
         *       "timestamp": "2026-11-21T12:00:00.000Z"
         *     }
         */
        Provenance: {
            id: string;
            iteration: number | null;
            strategy: string;
            acq_params: {
                [key: string]: unknown;
            };
            suggested: {
                [key: string]: unknown;
            } | null;
            actual: {
                [key: string]: unknown;
            };
            delta: {
                [key: string]: number | string;
            };
            output: number | null;
            outputs?: {
                [key: string]: number | null;
            };
            /** @description Objective → the true value lies above or below the result that was recorded */
            censored?: {
                [key: string]: "above" | "below";
            };
            noise: number | null;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            timestamp: string;
            /** @description Number of the change that recorded it; …/history/{revision} shows the campaign after that change */
            revision?: number;
            detail?: components["schemas"]["RowDetail"];
        };
        /** ProvenanceList */
        ProvenanceList: {
            records: components["schemas"]["Provenance"][];
            n_records: number;
        };
        /** QqPlot */
        QqPlot: {
            theoretical_quantiles: number[];
            sample_quantiles: number[];
            mean_z: number | null;
            std_z: number | null;
            calibration_status: ("well_calibrated" | "over_confident" | "under_confident") | null;
            n_samples: number;
            bounds: number[];
            calibrated: boolean;
            target: string;
            /**
             * @description How left-out runs were predicted. fixed_hyperparameters (sklearn, botorch): folds keep the hyperparameters of the fit to all rows, z-scores use the standard deviation of the curve. refit (auto): by models fitted to the other folds alone, as in validation, z-scores use the standard deviation of a measurement. Models of many rows: fixed_hyperparameters
             * @enum {unknown}
             */
            kind: "fixed_hyperparameters" | "refit";
        };
        /**
         * QueueCompleteRequest
         * @example {
         *       "outputs": [
         *         0.42
         *       ],
         *       "iteration": 4
         *     }
         */
        QueueCompleteRequest: {
            /** @description One per objective: in target order, or by name; null where it was not measured */
            outputs: (number | ({
                above: number;
            } | {
                below: number;
            }) | null)[] | {
                [key: string]: number | ({
                    above: number;
                } | {
                    below: number;
                }) | null;
            };
            noise?: (number | number[]) | null;
            iteration?: number | null;
            actual_inputs?: components["schemas"]["Inputs"] | null;
            expected_objective_label?: {
                [key: string]: string | null;
            } | null;
            force?: boolean;
            lease?: string | null;
            by?: string | null;
        };
        /**
         * QueueFailRequest
         * @example {
         *       "error": "pump blocked"
         *     }
         */
        QueueFailRequest: {
            error: string;
            /** @description The settings failed, not the equipment: the run is recorded as failed, and models learn from it */
            record?: boolean;
            lease?: string | null;
        };
        /**
         * QueueItem
         * @example {
         *       "id": "q",
         *       "inputs": {
         *         "temperature": 80
         *       },
         *       "reason": "qEI",
         *       "status": "pending",
         *       "output": null,
         *       "noise": null,
         *       "error": null,
         *       "dataset_ref": null,
         *       "staged_at": "2026-11-21T12:00:00.000Z",
         *       "started_at": null,
         *       "completed_at": null,
         *       "plot": null
         *     }
         */
        QueueItem: {
            id: string;
            inputs: components["schemas"]["Inputs"];
            reason: string | null;
            /** @enum {unknown} */
            status: "pending" | "running" | "done" | "failed";
            output: (number | {
                [key: string]: number | ({
                    above: number;
                } | {
                    below: number;
                }) | null;
            } | (number | ({
                above: number;
            } | {
                below: number;
            }) | null)[]) | null;
            noise: number | null;
            error: string | null;
            dataset_ref: number | null;
            staged_at: string | null;
            started_at: string | null;
            completed_at: string | null;
            plot: {
                [key: string]: number;
            } | null;
            /** @description The worker that has the run, and when the lease ends without a heartbeat */
            lease?: {
                worker: string;
                /**
                 * @description ISO 8601
                 * @example 2026-11-21T12:00:00.000Z
                 */
                expires_at: string;
            };
            /** @description The person or device that took each step, if the session requires it or the caller is known */
            steps?: {
                /** @enum {unknown} */
                step: "approved" | "started" | "measured";
                by: string;
                /**
                 * @description ISO 8601
                 * @example 2026-11-21T12:00:00.000Z
                 */
                at: string;
            }[];
            /** @description Other columns of the candidate list, such as the name of a well, as they were when the run was staged */
            labels?: {
                [key: string]: number | string;
            };
        };
        /** QueueList */
        QueueList: {
            items: components["schemas"]["QueueItem"][];
            n_pending: number;
            n_running: number;
            n_done: number;
            n_failed: number;
        };
        /** QueuePurged */
        QueuePurged: {
            message: string;
            n_purged: number;
        };
        /**
         * QueueRemoveRequest
         * @example {
         *       "item_ids": [
         *         "3f0e7c58-58a5-4b7b-8a0f-6d1e5a2b9c11"
         *       ]
         *     }
         */
        QueueRemoveRequest: {
            /** @description IDs of pending items, each once */
            item_ids: string[];
        };
        /**
         * QueueRequest
         * @example {
         *       "items": [
         *         {
         *           "inputs": {
         *             "temperature": 80
         *           },
         *           "reason": "qEI"
         *         }
         *       ]
         *     }
         */
        QueueRequest: {
            items: {
                inputs: components["schemas"]["Inputs"];
                reason?: string | null;
                after?: string | null;
            }[];
        };
        /**
         * Ready
         * @example {
         *       "status": "ready"
         *     }
         */
        Ready: {
            /** @enum {unknown} */
            status: "ready" | "draining" | "unavailable";
            /** @description Why the store cannot take changes now */
            reason?: string;
        };
        /**
         * Recommendation
         * @description The recorded run to use if the campaign ended now, of those that can still be made, whatever its values of held and observed variables
         */
        Recommendation: {
            /** @description Experiment, counted from 0 */
            row: number;
            inputs: components["schemas"]["Inputs"];
            mean: {
                [key: string]: number;
            };
            std: {
                [key: string]: number;
            };
            /** @description Expected joint desirability, if the objectives are joined by desirability */
            desirability?: number;
            /** @description Of the curve at this point, not of one measurement; never below 0 for results that are modelled by the logarithm */
            confidence_interval_95: {
                [key: string]: number[];
            };
            /** @description One objective with noise: the settings to use, measured or not, with the best expected value minus one standard deviation of the curve; with the values that are held or observed in this request */
            settings?: {
                inputs: components["schemas"]["Inputs"];
                mean: {
                    [key: string]: number;
                };
                std: {
                    [key: string]: number;
                };
            };
        };
        /**
         * RecordBatchRequest
         * @example {
         *       "entries": [
         *         {
         *           "inputs": {
         *             "temperature": 80
         *           },
         *           "output": 0.4
         *         }
         *       ]
         *     }
         */
        RecordBatchRequest: {
            entries: {
                item_id?: string | null;
                inputs: components["schemas"]["Inputs"];
                output?: number | {
                    [key: string]: number | ({
                        above: number;
                    } | {
                        below: number;
                    }) | null;
                } | (number | ({
                    above: number;
                } | {
                    below: number;
                }) | null)[];
                noise?: number | null;
                iteration?: number | null;
                reason?: string | null;
                status?: "failed" | null;
                error?: string | null;
                comment?: string | null;
                attachments?: components["schemas"]["Attachment"][] | null;
            }[];
            by?: string | null;
        };
        /** RecordBatchResponse */
        RecordBatchResponse: {
            message: string;
            n_added: number;
            n_experiments: number;
            completed_item_ids: string[];
            warnings: string[];
            model_trained: boolean;
            training_metrics: {
                rmse: number | null;
                r2: number | null;
                /** @enum {unknown} */
                backend: "sklearn" | "botorch" | "auto";
            } | null;
        };
        /** Recovery */
        Recovery: {
            session_id: string;
            session_name: string;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            backup_time: string;
            n_variables: number;
            n_experiments: number;
            model_trained: boolean;
        };
        /** RecoveryList */
        RecoveryList: {
            recoveries: components["schemas"]["Recovery"][];
            count: number;
        };
        /**
         * RemoveBatchRequest
         * @example {
         *       "provenance_ids": [
         *         "3f0e7c58-58a5-4b7b-8a0f-6d1e5a2b9c11"
         *       ],
         *       "why": "entered twice"
         *     }
         */
        RemoveBatchRequest: {
            /** @description ProvenanceIds of the rows, each once */
            provenance_ids: string[];
            /** @description For the audit log */
            why?: string;
            /** @description Finished queue items whose results are removed become pending again, each in its place under a new ID; by default they are removed with their results */
            restage?: boolean;
            /** @description Variables that are deleted in the same change, with their constraints: those that an import added */
            without_variables?: string[];
        };
        /**
         * RestoreBatchRequest
         * @example {
         *       "provenance_ids": [
         *         "3f0e7c58-58a5-4b7b-8a0f-6d1e5a2b9c11"
         *       ],
         *       "why": "removed by mistake"
         *     }
         */
        RestoreBatchRequest: {
            /** @description ProvenanceIds of the rows, each once */
            provenance_ids: string[];
            /** @description ProvenanceIds of rows that are removed in the same change, as by `remove-batch` with `restage`; a row may be removed and restored to its earlier state at once */
            in_place_of?: string[];
            /** @description Variables that are deleted in the same change, with their constraints: those that an import added */
            without_variables?: string[];
            /** @description For the audit log */
            why?: string;
        };
        /** ResultBounds */
        ResultBounds: {
            low: number | null;
            high: number | null;
            assumed: string | null;
        };
        /**
         * Revision
         * @example {
         *       "revision": 7,
         *       "time": "2026-11-21T12:00:00.000Z",
         *       "who": null,
         *       "what": [
         *         "variable 'temperature' changed: bounds: 20 to 120 → 20 to 140"
         *       ],
         *       "n_audit_entries": 5,
         *       "readable": true
         *     }
         */
        Revision: {
            /** @description Number of the change of the campaign, from 1; 0 is the state before the first change */
            revision: number;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            time: string;
            who: string | null;
            /** @description In words */
            what: string[];
            /** @description Entries of the audit log after the change */
            n_audit_entries: number;
            /** @description false: the state is no longer kept, because too much was replaced since */
            readable: boolean;
        };
        /**
         * RotateRequest
         * @example {
         *       "grace_hours": 24
         *     }
         */
        RotateRequest: {
            /** @default 24 */
            grace_hours?: number;
        };
        /**
         * Row
         * @example {
         *       "temperature": 80,
         *       "solvent": "THF",
         *       "Output": 0.42,
         *       "Iteration": 3,
         *       "Reason": "qEI"
         *     }
         */
        Row: {
            [key: string]: (number | string) | null;
        };
        /** RowDetail */
        RowDetail: {
            /**
             * @description The run gave no result
             * @constant
             */
            status?: "failed";
            /** @description Why it failed */
            error?: string;
            /** @description Objective → the true value lies above or below the recorded value */
            censored?: {
                [key: string]: "above" | "below";
            };
            comment?: string;
            attachments?: components["schemas"]["Attachment"][];
        };
        /**
         * RowPatch
         * @description With several objectives, `output` by name may contain only some of them
         * @example {
         *       "output": 0.43,
         *       "why": "integration repeated"
         *     }
         * @example {
         *       "comment": "stirrer was loose"
         *     }
         */
        RowPatch: {
            inputs?: components["schemas"]["Inputs"];
            output?: number | {
                [key: string]: number | ({
                    above: number;
                } | {
                    below: number;
                }) | null;
            } | (number | ({
                above: number;
            } | {
                below: number;
            }) | null)[];
            noise?: number | null;
            iteration?: number;
            reason?: string;
            status?: "failed" | null;
            error?: string | null;
            comment?: string | null;
            attachments?: components["schemas"]["Attachment"][] | null;
            why?: string | null;
        };
        /** RowPatched */
        RowPatched: {
            row: components["schemas"]["Row"];
            /** @description Row index, from 0 */
            experiment_id: number;
            /** @description Columns and remarks that changed */
            changed: string[];
            warnings: string[];
            data_revision: number;
        };
        /** RowRemoved */
        RowRemoved: {
            row: components["schemas"]["Row"];
            /** @description Former row index, from 0; later rows have moved up */
            experiment_id: number;
            /** @description Remaining rows */
            n_experiments: number;
            data_revision: number;
        };
        /** RowsRemoved */
        RowsRemoved: {
            /** @description In the order of the request */
            rows: components["schemas"]["Row"][];
            /** @description By row, the queue item that `restage` staged again; null where there was none */
            restaged_item_ids: (string | null)[];
            /** @description Remaining rows */
            n_experiments: number;
            data_revision: number;
        };
        /** RowsRestored */
        RowsRestored: {
            /** @description Row indices, from 0, in the order of the request; later rows have moved down */
            experiment_ids: number[];
            n_experiments: number;
            data_revision: number;
        };
        /**
         * Rules
         * @description Safety limits, and the steps of a run
         */
        Rules: {
            /** @description Safety limits of single variables */
            limits: components["schemas"]["VariableLimit"][];
            /** @description Safety limits of sums */
            linear: components["schemas"]["LinearLimit"][];
            /** @description Runs are proposed, approved, run and measured, and each step records a person or device */
            approval: boolean;
            /** @description Variables whose bounds were moved */
            moved?: string[];
            /** @description Constraints that leave no run possible, together or with the ranges. Checked for up to 50 variables in constraints; steps and lists of values are not considered */
            warnings?: string[];
            /** @description Staged runs that lie outside the limits; they cannot be started */
            runs_outside: string[];
        };
        /**
         * RulesRequest
         * @example {
         *       "limits": [
         *         {
         *           "variable": "temperature",
         *           "at_most": 120
         *         }
         *       ],
         *       "linear": [
         *         {
         *           "name": "vial",
         *           "coefficients": {
         *             "solvent_mL": 1,
         *             "base_mL": 1
         *           },
         *           "at_most": 10
         *         }
         *       ],
         *       "approval": true
         *     }
         */
        RulesRequest: {
            /** @description Safety limits of single variables */
            limits?: components["schemas"]["VariableLimit"][];
            /** @description Safety limits of sums */
            linear?: components["schemas"]["LinearLimit"][];
            /** @description Runs are proposed, approved, run and measured, and each step records a person or device */
            approval?: boolean;
            /** @description Bounds outside the limits are moved onto them; otherwise they are refused */
            move_bounds?: boolean;
            why?: string | null;
        };
        /**
         * SessionCreated
         * @example {
         *       "session_id": "7b0c2f4e-5d0f-4f3c-9f57-1f1f7f0a2b11",
         *       "created_at": "2026-11-21T12:00:00.000Z",
         *       "expires_at": "2026-11-22T12:00:00.000Z"
         *     }
         */
        SessionCreated: {
            session_id: string;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            expires_at: string;
        };
        /** SessionDetail */
        SessionDetail: {
            session_id: string;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            last_accessed: string;
            /**
             * @description ISO 8601
             * @example 2026-11-21T12:00:00.000Z
             */
            expires_at: string;
            metadata: {
                name: string;
                description: string;
                tags: string[];
                author: string;
                /**
                 * @description ISO 8601
                 * @example 2026-11-21T12:00:00.000Z
                 */
                last_modified: string;
            };
            target_columns: string[];
            search_space: {
                n_variables: number;
                variables: components["schemas"]["Variable"][];
                categorical_variables: string[];
                discrete_variables: string[];
            };
            experiments: {
                count: number;
                target_column: string;
            };
            data: components["schemas"]["DataSummary"];
            model: {
                trained: boolean;
                /** @description Same as trained */
                is_trained: boolean;
                backend: ("sklearn" | "botorch" | "auto") | null;
                kernel: string | null;
                hyperparameters: components["schemas"]["Hyperparameters"] | null;
                metrics: components["schemas"]["ModelMetrics"] | null;
            };
            lock: components["schemas"]["Lock"];
            /** @description Counts changes of the experiments */
            data_revision: number;
        };
        /** SessionList */
        SessionList: {
            items: components["schemas"]["SessionSummary"][];
            total: number;
            skip: number;
            limit: number;
        };
        /** SessionState */
        SessionState: {
            session_id: string;
            n_variables: number;
            n_experiments: number;
            model_trained: boolean;
            model_backend: ("sklearn" | "botorch" | "auto") | null;
            last_suggestion: components["schemas"]["Inputs"] | null;
            last_acquisition_value: number | null;
            last_goal: ("maximize" | "minimize") | null;
            cost: components["schemas"]["CostSummary"] | null;
            pareto: components["schemas"]["Front"] | null;
        };
        /** SessionSummary */
        SessionSummary: {
            session_id: string;
            name: string | null;
            created_at: string | null;
            last_modified: string | null;
            n_variables: number | null;
            n_experiments: number | null;
            /** @description false: the file exists but cannot be read */
            readable: boolean;
        };
        /** SplitPlotDesign */
        SplitPlotDesign: {
            /** @description Variables with WholePlot, Subplot (three levels), RunOrder and Reason */
            points: components["schemas"]["Row"][];
            n_points: number;
            info: {
                levels: {
                    [key: string]: string[];
                };
                n_plots: {
                    [key: string]: number;
                };
                /** @description Numbers of runs in the innermost plots, ascending and each once: [5] if all have five */
                runs_per_plot: number[];
                n_runs: number;
                random_seed: number | null;
                designs: {
                    [key: string]: unknown;
                };
                replicates: {
                    [key: string]: unknown;
                };
                easy_mode: string;
                warnings: string[];
            } & {
                [key: string]: unknown;
            };
        };
        /**
         * SplitPlotRequest
         * @example {
         *       "designs": {
         *         "hard": {
         *           "method": "full_factorial"
         *         },
         *         "easy": {
         *           "method": "lhs",
         *           "n_points": 3
         *         }
         *       },
         *       "random_seed": 7
         *     }
         */
        SplitPlotRequest: {
            designs: {
                very_hard?: {
                    /** @enum {unknown} */
                    method: "random" | "lhs" | "sobol" | "halton" | "hammersly" | "full_factorial" | "fractional_factorial" | "ccd" | "box_behnken" | "doehlert" | "plackett_burman" | "gsd" | "maximin" | "maxpro" | "concentric" | "definitive_screening" | "orthogonal_array" | "simplex_lattice" | "simplex_centroid" | "extreme_vertices";
                    n_points?: number | null;
                    /**
                     * @description `none` takes the first hypercube, `centered` places points at the centres of cells
                     * @default maximin
                     * @enum {unknown}
                     */
                    lhs_criterion?: "maximin" | "correlation" | "ratio" | "none" | "centered" | "discrepancy" | "maxpro";
                    /**
                     * @description equidistant values per real or integer variable
                     * @default 2
                     */
                    n_levels?: number;
                    /**
                     * @description centre runs, in every block; `ccd` adds them twice, a screening design with categories in pairs; `orthogonal_array` adds none by default (runs)
                     * @default 1
                     */
                    n_center?: number;
                    generators?: string | null;
                    /**
                     * @description rule of the axial distance
                     * @default orthogonal
                     * @enum {unknown}
                     */
                    ccd_alpha?: "orthogonal" | "rotatable" | "spherical" | "uncorrelated";
                    /**
                     * @description where the axial runs lie relative to the cube
                     * @default circumscribed
                     * @enum {unknown}
                     */
                    ccd_face?: "circumscribed" | "inscribed" | "faced";
                    /**
                     * @description the full factorial is divided by about this number
                     * @default 2
                     */
                    gsd_reduction?: number;
                    resolution?: number | null;
                    n_runs?: number | null;
                    fold_over?: string | null;
                    n_blocks?: number | null;
                    n_fake?: number | null;
                    lattice_degree?: number | null;
                } | null;
                hard?: {
                    /** @enum {unknown} */
                    method: "random" | "lhs" | "sobol" | "halton" | "hammersly" | "full_factorial" | "fractional_factorial" | "ccd" | "box_behnken" | "doehlert" | "plackett_burman" | "gsd" | "maximin" | "maxpro" | "concentric" | "definitive_screening" | "orthogonal_array" | "simplex_lattice" | "simplex_centroid" | "extreme_vertices";
                    n_points?: number | null;
                    /**
                     * @description `none` takes the first hypercube, `centered` places points at the centres of cells
                     * @default maximin
                     * @enum {unknown}
                     */
                    lhs_criterion?: "maximin" | "correlation" | "ratio" | "none" | "centered" | "discrepancy" | "maxpro";
                    /**
                     * @description equidistant values per real or integer variable
                     * @default 2
                     */
                    n_levels?: number;
                    /**
                     * @description centre runs, in every block; `ccd` adds them twice, a screening design with categories in pairs; `orthogonal_array` adds none by default (runs)
                     * @default 1
                     */
                    n_center?: number;
                    generators?: string | null;
                    /**
                     * @description rule of the axial distance
                     * @default orthogonal
                     * @enum {unknown}
                     */
                    ccd_alpha?: "orthogonal" | "rotatable" | "spherical" | "uncorrelated";
                    /**
                     * @description where the axial runs lie relative to the cube
                     * @default circumscribed
                     * @enum {unknown}
                     */
                    ccd_face?: "circumscribed" | "inscribed" | "faced";
                    /**
                     * @description the full factorial is divided by about this number
                     * @default 2
                     */
                    gsd_reduction?: number;
                    resolution?: number | null;
                    n_runs?: number | null;
                    fold_over?: string | null;
                    n_blocks?: number | null;
                    n_fake?: number | null;
                    lattice_degree?: number | null;
                } | null;
                easy?: {
                    /** @enum {unknown} */
                    method: "random" | "lhs" | "sobol" | "halton" | "hammersly" | "full_factorial" | "fractional_factorial" | "ccd" | "box_behnken" | "doehlert" | "plackett_burman" | "gsd" | "maximin" | "maxpro" | "concentric" | "definitive_screening" | "orthogonal_array" | "simplex_lattice" | "simplex_centroid" | "extreme_vertices";
                    n_points?: number | null;
                    /**
                     * @description `none` takes the first hypercube, `centered` places points at the centres of cells
                     * @default maximin
                     * @enum {unknown}
                     */
                    lhs_criterion?: "maximin" | "correlation" | "ratio" | "none" | "centered" | "discrepancy" | "maxpro";
                    /**
                     * @description equidistant values per real or integer variable
                     * @default 2
                     */
                    n_levels?: number;
                    /**
                     * @description centre runs, in every block; `ccd` adds them twice, a screening design with categories in pairs; `orthogonal_array` adds none by default (runs)
                     * @default 1
                     */
                    n_center?: number;
                    generators?: string | null;
                    /**
                     * @description rule of the axial distance
                     * @default orthogonal
                     * @enum {unknown}
                     */
                    ccd_alpha?: "orthogonal" | "rotatable" | "spherical" | "uncorrelated";
                    /**
                     * @description where the axial runs lie relative to the cube
                     * @default circumscribed
                     * @enum {unknown}
                     */
                    ccd_face?: "circumscribed" | "inscribed" | "faced";
                    /**
                     * @description the full factorial is divided by about this number
                     * @default 2
                     */
                    gsd_reduction?: number;
                    resolution?: number | null;
                    n_runs?: number | null;
                    fold_over?: string | null;
                    n_blocks?: number | null;
                    n_fake?: number | null;
                    lattice_degree?: number | null;
                } | null;
            };
            replicates?: {
                very_hard?: number;
                hard?: number;
            };
            /** @enum {unknown} */
            easy_mode?: "fresh" | "crossed";
            /** @enum {unknown} */
            middle_mode?: "fresh" | "crossed";
            reference?: {
                /** @enum {unknown} */
                position?: "ends" | "start";
                values?: components["schemas"]["Inputs"] | null;
            } | null;
            order?: {
                /** @enum {unknown} */
                very_hard?: "random" | "as_generated";
                /** @enum {unknown} */
                hard?: "random" | "as_generated";
                /** @enum {unknown} */
                easy?: "random" | "as_generated";
            };
            random_seed?: number | null;
        };
        /**
         * StageBatchRequest
         * @example {
         *       "experiments": [
         *         {
         *           "temperature": 80
         *         }
         *       ],
         *       "reason": "qEI"
         *     }
         */
        StageBatchRequest: {
            experiments: components["schemas"]["Inputs"][];
            reason?: string | null;
        };
        /**
         * StageRequest
         * @example {
         *       "inputs": {
         *         "temperature": 80
         *       },
         *       "reason": "qEI"
         *     }
         */
        StageRequest: {
            inputs: components["schemas"]["Inputs"];
            reason?: string | null;
        };
        /** StageResponse */
        StageResponse: {
            message: string;
            n_staged: number;
            staged_inputs: components["schemas"]["Inputs"];
            id: string;
        };
        /** StagedCleared */
        StagedCleared: {
            message: string;
            n_cleared: number;
        };
        /**
         * StagedCompleteRequest
         * @example {
         *       "outputs": [
         *         0.42,
         *         0.47
         *       ]
         *     }
         */
        StagedCompleteRequest: {
            outputs: (number | {
                [key: string]: number | ({
                    above: number;
                } | {
                    below: number;
                }) | null;
            } | (number | ({
                above: number;
            } | {
                below: number;
            }) | null)[])[];
            noises?: number[] | null;
            iteration?: number | null;
            reason?: string | null;
        };
        /** StagedCompleted */
        StagedCompleted: {
            message: string;
            n_added: number;
            n_experiments: number;
            warnings: string[];
            model_trained: boolean;
            training_metrics: {
                rmse: number | null;
                r2: number | null;
                /** @enum {unknown} */
                backend: "sklearn" | "botorch" | "auto";
            } | null;
        };
        /**
         * StagedItem
         * @description The inputs, with `_reason`
         * @example {
         *       "temperature": 80,
         *       "_reason": "qEI"
         *     }
         */
        StagedItem: {
            [key: string]: (number | string) | null;
        };
        /**
         * StagedList
         * @example {
         *       "experiments": [
         *         {
         *           "temperature": 80,
         *           "_reason": "qEI"
         *         }
         *       ],
         *       "n_staged": 1,
         *       "reason": "qEI",
         *       "reasons": [
         *         "qEI"
         *       ],
         *       "ids": [
         *         "q"
         *       ]
         *     }
         */
        StagedList: {
            experiments: components["schemas"]["StagedItem"][];
            n_staged: number;
            reason: string | null;
            reasons: (string | null)[] | null;
            ids: string[];
        };
        /**
         * StepRequest
         * @example {
         *       "by": "Ann"
         *     }
         */
        StepRequest: {
            by?: string | null;
        };
        /** StopAdvice */
        StopAdvice: {
            /** @description Number of future runs considered */
            runs: number;
            /** @description Mean gain of the best of them over the best run so far (the one of `best_so_far`), as values of the curve; several objectives: of hypervolume, over the reference point of `pareto`. Runs without a result gain nothing */
            expected_gain: number;
            /** @description 5 % and 95 % quantiles of that gain */
            interval_90: number[];
            /** @description One objective: inferred standard deviation of repeated measurements of the best run */
            noise_std?: number;
            /** @description Several objectives: reached so far, over the reference point of `pareto` */
            hypervolume?: number;
            text: string;
        };
        /** StoredVariable */
        StoredVariable: {
            name: string;
            /** @enum {unknown} */
            type: "real" | "categorical" | "integer" | "discrete" | "context";
            min?: number;
            max?: number;
            values?: string[];
            allowed_values?: number[];
            step?: number;
            unit?: string | null;
            description?: string | null;
            /** @constant */
            role?: "observed";
            /** @enum {unknown} */
            changes?: "very_hard" | "hard";
            /** @constant */
            scale?: "log";
            /** @description Categories that stay in recorded rows and are not proposed again */
            retired?: string[];
            /** @description Categories or allowed values that are out of stock; not proposed while they are listed here */
            unavailable?: (number | string)[];
        };
        /**
         * SuggestEffectsRequest
         * @example {
         *       "structuring_provider": {
         *         "provider": "ollama",
         *         "model": "llama3",
         *         "base_url": "http://localhost:11434"
         *       },
         *       "system_context": "Suzuki coupling, yield over temperature, time and catalyst loading"
         *     }
         */
        SuggestEffectsRequest: {
            structuring_provider: {
                /** @enum {unknown} */
                provider: "openai" | "ollama";
                model: string;
                api_key?: string | null;
                base_url?: string | null;
            };
            system_context: string;
            edison_config?: {
                api_key?: string | null;
                /** @enum {unknown} */
                job_type?: "literature" | "literature_high" | "precedent";
                timeout_secs?: number;
                force_refresh?: boolean;
            } | null;
        };
        /** SuggestOptions */
        SuggestOptions: {
            /**
             * @description `auto`: the search fits its own surrogates, see below
             * @default model
             * @enum {unknown}
             */
            surrogate?: "auto" | "model";
            /**
             * @description searches only a box around the best row, which grows after success and shrinks after failure; one objective
             * @default false
             */
            trust_region?: boolean;
            /** @description this share of the suggestions, drawn by the seed, is searched only within 15 % of each span around the best row; from five rows per variable on, one objective (share of the suggestions) */
            local?: number;
            /**
             * @description EI and LogEI search with augmented expected improvement, which discounts points by the noise of the surrogate, so that one point is not measured repeatedly; the reported value has no discount
             * @default false
             */
            noisy?: boolean;
            /**
             * @description weighs gains against the costs of the session; EI, LogEI and qEI
             * @default false
             */
            cost_aware?: boolean;
            /** @description exponent of the cost in the score, 0 ignores costs; default 0.6, falling to 0 over the second half of the budget */
            cost_exponent?: number;
            /**
             * @description starts over the whole region (points)
             * @default 512
             */
            spread?: number;
            /**
             * @description starts around the best rows (points)
             * @default 128
             */
            nearby?: number;
            /**
             * @description starts that are refined together
             * @default 8
             */
            restarts?: number;
            /**
             * @description steps of the refinement, at most
             * @default 100
             */
            iterations?: number;
        };
        /**
         * SuggestRequest
         * @example {
         *       "strategy": "auto"
         *     }
         * @example {
         *       "strategy": "qEI",
         *       "n_suggestions": 4,
         *       "goal": "maximize"
         *     }
         * @example {
         *       "strategy": "EI",
         *       "hold": {
         *         "temperature": 80
         *       }
         *     }
         */
        SuggestRequest: {
            /** @description auto: trains what it needs and decides the rest; or EI, LogEI, PI, LogPI, UCB, PosteriorMean, gp_hedge, Thompson, qEI, qUCB, qIPV, qNIPV; several objectives: qEHVI, qNEHVI, Scalarization; EI or qEHVI by default */
            strategy?: string;
            /** @description Up to 10; strategy 'auto' up to 100 */
            n_suggestions?: number;
            effort?: ("normal" | "fast") | null;
            goal?: ("maximize" | "minimize") | ("maximize" | "minimize")[];
            xi?: number | null;
            kappa?: number | null;
            beta?: number | null;
            hold?: components["schemas"]["Inputs"] | null;
            observed?: components["schemas"]["Inputs"] | null;
            context?: components["schemas"]["Inputs"] | null;
            ref_point?: number[] | null;
            mc_samples?: number | null;
            seed?: number | null;
            /** @description Treat staged and running experiments as pending */
            pending?: boolean;
            options?: components["schemas"]["SuggestOptions"] | null;
        };
        /**
         * SuggestResponse
         * @example {
         *       "suggestions": [
         *         {
         *           "temperature": 91.4,
         *           "solvent": "DMF"
         *         }
         *       ],
         *       "n_suggestions": 1,
         *       "iteration": 12,
         *       "diagnostics": [
         *         {
         *           "held": [],
         *           "knowledge_ratio": 0.42,
         *           "warnings": []
         *         }
         *       ],
         *       "strategy": "LogEI",
         *       "acquisition_value": -1.3,
         *       "seed": 42,
         *       "data_revision": 12
         *     }
         */
        SuggestResponse: {
            suggestions: components["schemas"]["Inputs"][];
            n_suggestions: number;
            iteration: number;
            /** @description One per suggestion */
            diagnostics: components["schemas"]["SuggestionDiagnostics"][];
            /** @description Warnings about the answer as a whole; strategy 'auto' */
            warnings?: string[];
            strategy: string;
            acquisition_value: number | null;
            /** @description The same seed gives the same suggestions */
            seed: number;
            data_revision: number;
            cost?: components["schemas"]["SuggestionCost"];
            pareto?: components["schemas"]["Front"];
            recommendation?: components["schemas"]["Recommendation"];
            stop?: components["schemas"]["StopAdvice"];
            /** @description Bounds of results by objective; absent if none has bounds */
            bounds?: {
                [key: string]: components["schemas"]["ResultBounds"];
            };
            /** @description Worker, backend, device and release that computed the result */
            computed_by?: {
                /** @description Compute backend: native, cuda, ts or tfjs */
                backend: string;
                /** @description Device of the backend, such as CPU or the name of a GPU */
                device: string;
                /** @description Release of Athanor that computed it, in this server or in a worker */
                version: string;
            };
        };
        /** SuggestionCost */
        SuggestionCost: {
            units: string | null;
            /** @description Per suggestion, each run after the one before it */
            costs: number[];
            total: number;
            remaining: number | null;
            /** @description Exponent of the cost in the score */
            exponent: number;
            break_even: number | null;
            stop: boolean | null;
        };
        /** SuggestionDiagnostics */
        SuggestionDiagnostics: {
            held: string[];
            knowledge_ratio: number | null;
            warnings: string[];
            /** @description If runs failed: the probability that this one gives a result */
            success_probability?: number;
            /** @description Expected joint desirability, if the objectives are joined by desirability */
            desirability?: number;
            /** @description Predicted, per objective; the median where logarithms or logits of the results are modelled */
            mean?: {
                [key: string]: number;
            };
            /** @description Of the curve, per objective; half the width of the central 68 % where logarithms or logits of the results are modelled */
            std?: {
                [key: string]: number;
            };
            /** @description Of one new measurement; strategy 'auto' */
            std_measurement?: {
                [key: string]: number;
            };
            /** @description Contains one new measurement with probability 0.95; strategy 'auto' */
            prediction_interval_95?: {
                [key: string]: number[];
            };
            /** @description Strategy 'auto': objectives whose logarithms are modelled; their `mean` is the median, and no interval goes below 0 */
            by_logarithm?: string[];
            /** @description Strategy 'auto': objectives that are modelled by the logit of their place between `bounds`; their `mean` is the median */
            by_logit?: string[];
            /** @description Other columns of the candidate list for this run, such as a name */
            labels?: {
                [key: string]: number | string;
            };
            reason?: components["schemas"]["SuggestionReason"];
        };
        /** SuggestionReason */
        SuggestionReason: {
            /**
             * @description first_points: spread over the space, because the results are too few or too alike for a model; exploit: expected to be at least as good as the best; boundary: the same, at an end of a range; explore: expected to be worse, but uncertain enough to be better; replicate: repeats a run that is recorded, staged or earlier in this batch
             * @enum {unknown}
             */
            kind: "first_points" | "exploit" | "explore" | "replicate" | "boundary";
            text: string;
            /** @description Expected gain over the best recorded settings, both as values of the curve; one objective. A run without a result gains nothing (`success_probability`) */
            expected_gain?: number;
            /** @description Probability that this gain is above 0; several objectives: that the run meets all limits and no recorded run is expected to be better in every objective */
            probability_of_gain?: number;
            /** @description Expected value of the best recorded settings that can still be made, with the values that are held or observed in this request */
            best_so_far?: number;
            nearest_run?: {
                /** @description Experiment, counted from 0 */
                row: number;
                /** @description Root of the mean squared difference, each variable in units of its range; 0: the same */
                distance: number;
                /** @description One objective, up to a distance of 0.01, of a run that was measured once: its result */
                output?: number;
                /** @description With `output`: the value that the other runs suggest there */
                expected?: number;
                /** @description With `expected`: standard deviation of one measurement */
                std?: number;
            };
            /** @description Variables at an end of their range */
            at_bounds: string[];
            /** @description Several objectives: a recorded run is expected to be better in all of them */
            dominated?: boolean;
            /** @description Candidates that were not chosen, best first */
            alternatives: {
                inputs: components["schemas"]["Inputs"];
                /** @description Value as a share of the value of the suggestion, 0 to 1 */
                share: number;
            }[];
        };
        /** TrainOptions */
        TrainOptions: {
            /**
             * @description of the posterior. `exact`: every row counts everywhere; `vecchia`: each point uses the rows nearest to it by correlation; `local`: the same with inducing points, and searches use the exact model of the 2,000 rows nearest to the best one; `auto`: `exact` up to 4,000 rows, `local` above
             * @default auto
             * @enum {unknown}
             */
            approximation?: "auto" | "exact" | "vecchia" | "local";
            /** @description of `vecchia` and `local`: rows that each prediction uses, default 60, or 30 with `exact_mean`. The likelihood uses 30, or half of those given */
            neighbours?: number;
            /** @description of `local`: number of inducing points, which all predictions share, in addition to the nearest rows of each; default: one per eight rows, at most 500, fewer above 20,000 rows; 0: none */
            inducing?: number;
            /** @description of `local`: means are those of the exact model, from one factor of all rows, and standard deviations are corrected by a measured factor; default up to 8,000 rows */
            exact_mean?: boolean;
            /** @description starts of the fit; default 48 up to 30 rows, 16 up to 64 rows, and 6 on a subset of more rows */
            restarts?: number;
            /**
             * @description multiplies predicted standard deviations by the standard deviation of the cross-validated z-scores
             * @default false
             */
            calibration_enabled?: boolean;
            /**
             * @description warps numeric columns by 1 − (1 − uᵃ)ᵇ if that raises the likelihood
             * @default false
             */
            input_warping?: boolean;
            /**
             * @description botorch: of the lengthscales. `dimension_scaled`: LogNormal(√2 + log(d)/2, √3) and, without categories, outputscale 1; `sparse`: 1/ℓ² half-Cauchy, for many columns of which few are relevant
             * @default none
             * @enum {unknown}
             */
            priors?: "none" | "dimension_scaled" | "sparse";
            /** @description scale of the half-Cauchy of `sparse`; by default leave-one-out chooses one of four */
            shrinkage?: number;
            /**
             * @description botorch: of the covariance. `additive` (up to twelve columns, no categories): a sum over single columns; `product`: numeric columns times categories, with fewer parameters than the mixed form
             * @default joint
             * @enum {unknown}
             */
            structure?: "joint" | "additive" | "product";
        };
        /**
         * TrainRequest
         * @example {
         *       "backend": "botorch",
         *       "kernel": "Matern",
         *       "kernel_params": {
         *         "nu": 2.5
         *       }
         *     }
         */
        TrainRequest: {
            /**
             * @description Default sklearn. With auto, only target_column and goal are accepted as well
             * @enum {unknown}
             */
            backend?: "sklearn" | "botorch" | "auto";
            /** @description Matern, RBF; sklearn also RationalQuadratic, botorch also IBNN; any letter case */
            kernel?: string;
            kernel_params?: {
                [key: string]: number | string | boolean | null;
            } | null;
            target_column?: (string | string[]) | null;
            goal?: (("maximize" | "minimize") | ("maximize" | "minimize")[]) | null;
            optimizer?: string | null;
            input_transform_type?: string | null;
            output_transform_type?: string | null;
            input_transform?: string | null;
            output_transform?: string | null;
            calibration_enabled?: boolean | null;
            options?: components["schemas"]["TrainOptions"] | null;
        };
        /**
         * TrainResponse
         * @example {
         *       "success": true,
         *       "backend": "botorch",
         *       "kernel": "Matern",
         *       "hyperparameters": {
         *         "lengthscales": [
         *           0.4,
         *           1.2
         *         ],
         *         "outputscale": 1.1,
         *         "noise": 0.01
         *       },
         *       "metrics": {
         *         "cv_rmse": 0.12,
         *         "cv_r2": 0.93,
         *         "cv_mae": 0.08,
         *         "mean_z": 0.02,
         *         "std_z": 1.05
         *       },
         *       "training_time_s": 0.41,
         *       "message": "Matern model trained on 12 experiments",
         *       "data_revision": 12,
         *       "warnings": []
         *     }
         */
        TrainResponse: {
            /** @constant */
            success: true;
            /** @enum {unknown} */
            backend: "sklearn" | "botorch" | "auto";
            kernel: string;
            hyperparameters: components["schemas"]["Hyperparameters"];
            metrics: components["schemas"]["ModelMetrics"];
            training_time_s: number;
            message: string;
            /** @description Revision of the data that the model was fitted to */
            data_revision: number;
            warnings: string[];
            validation?: components["schemas"]["Validations"];
            /** @description By objective, backend auto: shares of the variables, with intervals over draws of the curve. An objective whose results are all equal has none */
            importance?: {
                [key: string]: components["schemas"]["Importance"][];
            };
            /** @description Bounds of results by objective; absent if none has bounds */
            bounds?: {
                [key: string]: components["schemas"]["ResultBounds"];
            };
            /** @description Worker, backend, device and release that computed the result */
            computed_by?: {
                /** @description Compute backend: native, cuda, ts or tfjs */
                backend: string;
                /** @description Device of the backend, such as CPU or the name of a GPU */
                device: string;
                /** @description Release of Athanor that computed it, in this server or in a worker */
                version: string;
            };
        };
        /** TrainingConfig */
        TrainingConfig: {
            /** @enum {unknown} */
            backend: "sklearn" | "botorch" | "auto";
            kernel: string;
            kernel_params: {
                [key: string]: unknown;
            } | null;
            input_transform_type?: string;
            output_transform_type?: string;
            calibration_enabled: boolean;
            optimizer?: string;
        };
        /** UploadForm */
        UploadForm: {
            /**
             * Format: binary
             * @description CSV (UTF-8, UTF-16 or Windows-1252; comma, semicolon or tab; decimal point or comma), XLSX, ODS, Parquet or JSON
             */
            file: string;
            /** @description Objective column; several with commas or as a JSON array of names; default Output */
            target_column?: string;
            /** @description Same as target_column */
            target_columns?: string;
            /** @description JSON object: CSV column → name in the session */
            column_mapping?: string;
            /** @description CSV column of the noise variance; default Noise */
            noise_column?: string;
            /** @description CSV column of the iteration; default Iteration */
            iteration_column?: string;
            /** @description JSON: how to read the file and to handle problems, as in an import */
            plan?: string;
        };
        /**
         * UploadResponse
         * @example {
         *       "added": 247,
         *       "total_experiments": 247,
         *       "n_experiments": 247,
         *       "target_columns": [
         *         "yield"
         *       ],
         *       "message": "247 experiments loaded, objective 'yield'",
         *       "warnings": []
         *     }
         */
        UploadResponse: {
            added: number;
            total_experiments: number;
            /** @description Same as total_experiments */
            n_experiments: number;
            target_columns: string[];
            message: string;
            warnings: string[];
        };
        /**
         * ValidateCostRequest
         * @example {
         *       "kind": "linear",
         *       "record": {
         *         "proportional_term": 2,
         *         "constant_term": 1,
         *         "units": " EUR "
         *       }
         *     }
         * @example {
         *       "kind": "piecewise_step",
         *       "record": {
         *         "x_coords": [
         *           0,
         *           1,
         *           2
         *         ],
         *         "y_coords": [
         *           4,
         *           5
         *         ]
         *       }
         *     }
         */
        ValidateCostRequest: {
            /** @enum {unknown} */
            kind: "linear" | "quadratic" | "piecewise_linear" | "piecewise_step" | "base";
            record: components["schemas"]["CostRecord"];
        };
        /** ValidateCostResponse */
        ValidateCostResponse: {
            /** @enum {unknown} */
            kind: "linear" | "quadratic" | "piecewise_linear" | "piecewise_step" | "base";
            record: components["schemas"]["CostRecord"];
            domain: (number | null)[] | null;
            convexity: ("affine" | "convex" | "concave" | "neither") | null;
        };
        /**
         * Validation
         * @description Predictions of one new measurement, noise included, against the measured values
         * @example {
         *       "kind": "refit",
         *       "folds": 5,
         *       "n": 12,
         *       "rmse": 0.16,
         *       "mae": 0.12,
         *       "r2": 0.87,
         *       "nlpd": 0.41,
         *       "crps": 0.09,
         *       "coverage_95": 0.92
         *     }
         */
        Validation: {
            /**
             * @description refit: every fold is predicted by a model that was fitted to the other folds alone. fixed_hyperparameters (models of many rows): up to 2,000 rows are predicted from the other folds at the hyperparameters of the fit
             * @enum {unknown}
             */
            kind: "refit" | "fixed_hyperparameters";
            /** @description Rows with equal inputs are in one fold */
            folds: number;
            /** @description Rows with a value or a limit */
            n: number;
            /** @description Of these, limits such as `>99`; they enter only nlpd, by their probability */
            n_limits?: number;
            rmse?: number | null;
            mae?: number | null;
            r2?: number | null;
            nlpd?: number | null;
            crps?: number | null;
            coverage_95?: number | null;
        };
        /**
         * ValidationError
         * @example {
         *       "detail": [
         *         {
         *           "loc": [
         *             "body",
         *             "output"
         *           ],
         *           "msg": "field is required",
         *           "type": "missing"
         *         }
         *       ]
         *     }
         */
        ValidationError: {
            detail: {
                loc: string[];
                msg: string;
                type: string;
            }[];
        };
        /**
         * Validations
         * @description By objective, from five rows on: backend auto and models of more than 1,000 rows. Others: GET …/model/validation
         */
        Validations: {
            [key: string]: components["schemas"]["Validation"];
        };
        /**
         * Variable
         * @example {
         *       "name": "temperature",
         *       "type": "real",
         *       "role": "controllable",
         *       "changes": "easy",
         *       "bounds": [
         *         20,
         *         120
         *       ],
         *       "categories": null,
         *       "unit": "°C"
         *     }
         */
        Variable: {
            name: string;
            /** @enum {unknown} */
            type: "real" | "categorical" | "integer" | "discrete" | "context";
            /** @enum {unknown} */
            role: "controllable" | "observed";
            changes: ("very_hard" | "hard" | "easy") | null;
            bounds: number[] | null;
            categories: string[] | null;
            allowed_values?: number[];
            step?: number;
            unit?: string | null;
            description?: string | null;
            /** @constant */
            scale?: "log";
            /** @description Categories that stay in recorded rows and are not proposed again */
            retired?: string[];
            /** @description Categories or allowed values that are out of stock; not proposed while they are listed here */
            unavailable?: (number | string)[];
        };
        /** VariableChanged */
        VariableChanged: components["schemas"]["Variable"] & {
            message: string;
            /** @description The changes, in words */
            changes_made: string[];
            /** @description The consequences for rows, staged runs and the model */
            notes: string[];
            /** @description Recorded rows whose value is now outside the bounds or allowed values */
            rows_outside: number;
        };
        /** VariableCreated */
        VariableCreated: components["schemas"]["Variable"] & {
            message: string;
        };
        /** VariableLimit */
        VariableLimit: {
            variable: string;
            at_least?: number | null;
            at_most?: number | null;
        };
        /** VariableList */
        VariableList: {
            variables: components["schemas"]["Variable"][];
            count: number;
            /** @description Same as count */
            n_variables: number;
        };
        /**
         * VariablePatch
         * @example {
         *       "bounds": [
         *         20,
         *         140
         *       ],
         *       "why": "new oil bath"
         *     }
         * @example {
         *       "categories": [
         *         "THF",
         *         "DMF",
         *         "MeCN"
         *       ],
         *       "retired": [
         *         "DMF"
         *       ]
         *     }
         * @example {
         *       "name": "bath temperature"
         *     }
         */
        VariablePatch: {
            /** @description A new name */
            name?: string;
            /** @enum {unknown} */
            type?: "real" | "categorical" | "integer" | "discrete" | "context";
            bounds?: number[] | null;
            min?: number | null;
            max?: number | null;
            categories?: string[] | null;
            values?: string[] | null;
            allowed_values?: number[] | null;
            step?: number | null;
            unit?: string | null;
            description?: string | null;
            role?: ("controllable" | "observed") | null;
            changes?: ("very_hard" | "hard" | "easy") | null;
            scale?: ("linear" | "log") | null;
            retired?: string[] | null;
            unavailable?: (number | string)[] | null;
            why?: string | null;
        };
        /** VariableReplaced */
        VariableReplaced: components["schemas"]["Variable"] & {
            message: string;
            variable: components["schemas"]["StoredVariable"];
            /** @description Constraints that leave no run possible, together or with the ranges. Checked for up to 50 variables in constraints; steps and lists of values are not considered */
            warnings?: string[];
        };
        /**
         * VariableRequest
         * @example {
         *       "name": "temperature",
         *       "type": "real",
         *       "bounds": [
         *         20,
         *         120
         *       ],
         *       "unit": "°C"
         *     }
         * @example {
         *       "name": "solvent",
         *       "type": "categorical",
         *       "categories": [
         *         "THF",
         *         "DMF"
         *       ]
         *     }
         */
        VariableRequest: {
            /** @description Unique within the session */
            name: string;
            /** @enum {unknown} */
            type?: "real" | "categorical" | "integer" | "discrete" | "context";
            bounds?: number[] | null;
            min?: number | null;
            max?: number | null;
            categories?: string[] | null;
            values?: string[] | null;
            allowed_values?: number[] | null;
            step?: number | null;
            unit?: string | null;
            description?: string | null;
            role?: ("controllable" | "observed") | null;
            changes?: ("very_hard" | "hard" | "easy") | null;
            scale?: ("linear" | "log") | null;
            retired?: string[] | null;
            unavailable?: (number | string)[] | null;
        };
        /**
         * VariablesDocument
         * @example [
         *       {
         *         "name": "temperature",
         *         "type": "real",
         *         "min": 20,
         *         "max": 120
         *       }
         *     ]
         * @example {
         *       "variables": [],
         *       "constraints": []
         *     }
         */
        VariablesDocument: unknown[] | {
            variables?: unknown[] | null;
            constraints?: unknown[] | null;
        };
        /** VariablesLoaded */
        VariablesLoaded: {
            message: string;
            n_variables: number;
            n_constraints: number;
            /** @description Constraints that leave no run possible, together or with the ranges. Checked for up to 50 variables in constraints; steps and lists of values are not considered */
            warnings?: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
        };
    };
    getInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Info"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                skip?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateSessionRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionCreated"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDetail"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    saveSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    importSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["JsonFileForm"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionCreated"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    uploadSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["JsonFileForm"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionCreated"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMetadata: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metadata"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateMetadata: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MetadataPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metadata"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSessionState: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionState"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleList"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updatePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                person_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                person_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listGrants: {
        parameters: {
            query?: never;
            header?: {
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantList"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setGrant: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
                person_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GrantRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Grant"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteGrant: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
                person_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listVariables: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariableList"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createVariable: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewVariableRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariableCreated"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceVariable: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                variable_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VariableRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariableReplaced"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteVariable: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                variable_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateVariable: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                variable_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VariablePatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariableChanged"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    loadVariables: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VariablesDocument"];
                "multipart/form-data": components["schemas"]["VariablesDocument"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariablesLoaded"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportVariables: {
        parameters: {
            query?: {
                include_constraints?: boolean;
            };
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listConstraints: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConstraintList"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createConstraint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConstraintRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConstraintCreated"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteConstraint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listExperiments: {
        parameters: {
            query?: {
                skip?: number;
                limit?: number;
                /** @description Column */
                sort_by?: string;
                order?: "asc" | "desc";
                /** @description JSON: {column: value | {op: value}}, op one of eq, ne, lt, le, gt, ge, in; a row must meet all */
                filter?: string;
            };
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentList"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createExperiment: {
        parameters: {
            query?: {
                /** @description Train after recording, from five rows on */
                auto_train?: boolean;
                training_backend?: "sklearn" | "botorch" | "auto";
                /** @description Both only with auto_train */
                training_kernel?: string;
            };
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentCreated"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteAllExperiments: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createExperiments: {
        parameters: {
            query?: {
                /** @description Train after recording, from five rows on */
                auto_train?: boolean;
                training_backend?: "sklearn" | "botorch" | "auto";
                /** @description Both only with auto_train */
                training_kernel?: string;
            };
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchRecorded"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    recordBatch: {
        parameters: {
            query?: {
                /** @description Train after recording, from five rows on */
                auto_train?: boolean;
                training_backend?: "sklearn" | "botorch" | "auto";
                /** @description Both only with auto_train */
                training_kernel?: string;
            };
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordBatchRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordBatchResponse"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getExperimentSummary: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataSummary"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportExperiments: {
        parameters: {
            query?: {
                /** @description XLSX stores numbers as numbers and texts as texts; no cell is a formula */
                format?: "csv" | "xlsx";
                /** @description Puts an apostrophe before text that a spreadsheet would read as a formula */
                escape_formulas?: boolean;
                /** @description Puts a line with the units of variables and objectives below the names, if any has one; an import reads it */
                units?: boolean;
            };
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeExperiment: {
        parameters: {
            query?: {
                /** @description For the audit log */
                why?: string;
            };
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                /** @description ProvenanceId of the row */
                provenance_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowRemoved"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                /** @description ProvenanceId of the row */
                provenance_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RowPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowPatched"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeExperiments: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveBatchRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowsRemoved"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    restoreExperiments: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreBatchRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowsRestored"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listProvenance: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProvenanceList"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProvenance: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                session_id: string;
                provenance_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provenance"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getObjectives: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObjectiveList"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setObjectives: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ObjectivesRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObjectiveList"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getObjectiveMetadata: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObjectiveMetadata"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateObjectiveMetadata: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ObjectiveMetadata"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObjectiveMetadata"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    openImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ImportForm"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                session_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    discardImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    commitImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportCommitted"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    previewUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["FileForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewResponse"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    uploadExperiments: {
        parameters: {
            query?: {
                /** @description Same as the form field target_column; several objectives with commas */
                target_columns?: string;
            };
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadResponse"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listStagedExperiments: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StagedList"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    stageExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StageRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StageResponse"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    clearStagedExperiments: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StagedCleared"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    stageExperiments: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StageBatchRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StagedList"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    completeStagedExperiments: {
        parameters: {
            query?: {
                /** @description Train after recording, from five rows on */
                auto_train?: boolean;
                training_backend?: "sklearn" | "botorch" | "auto";
                /** @description Both only with auto_train */
                training_kernel?: string;
            };
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StagedCompleteRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StagedCompleted"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listQueueItems: {
        parameters: {
            query?: {
                status?: string;
            };
            header?: {
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueList"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addQueueItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueueRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueList"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportQueue: {
        parameters: {
            query?: {
                /** @description XLSX stores numbers as numbers and texts as texts; no cell is a formula */
                format?: "csv" | "xlsx";
                /** @description Puts an apostrophe before text that a spreadsheet would read as a formula */
                escape_formulas?: boolean;
                /** @description Puts the units of variables and objectives behind their names: `T (°C)`; an import reads them */
                units?: boolean;
            };
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    purgeQueue: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuePurged"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeQueueItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueueRemoveRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueList"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getQueueItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                session_id: string;
                item_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueItem"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeQueueItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                item_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueList"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    startQueueItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                item_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StepRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueItem"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    approveQueueItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                item_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StepRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueItem"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    completeQueueItem: {
        parameters: {
            query?: {
                /** @description Train after recording, from five rows on */
                auto_train?: boolean;
                training_backend?: "sklearn" | "botorch" | "auto";
                /** @description Both only with auto_train */
                training_kernel?: string;
            };
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                item_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueueCompleteRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompletedQueueItem"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    failQueueItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                item_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueueFailRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueItem"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    leaseQueueItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeaseRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeaseResponse"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    extendLease: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                item_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeaseTokenRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeaseResponse"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    releaseQueueItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                session_id: string;
                item_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeaseTokenRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeaseResponse"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rules"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RulesRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rules"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    trainModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrainRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainResponse"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getModelValidation: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelValidation"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    predict: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PredictRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PredictResponse"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                session_id?: string;
                status?: "running" | "succeeded" | "failed" | "cancelled";
                skip?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    suggest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuggestRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuggestResponse"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    findOptimum: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FindOptimumRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindOptimumResponse"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCandidates: {
        parameters: {
            query?: {
                skip?: number;
                limit?: number;
            };
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Candidates"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setCandidates: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CandidatesRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Candidates"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteCandidates: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateCandidates: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CandidatesPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Candidates"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    uploadCandidates: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CandidatesForm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Candidates"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    backtest: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BacktestRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backtest"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getParityPlot: {
        parameters: {
            query?: {
                /** @description Objective; default the first */
                target?: string;
                /** @description Multiply standard deviations by the calibration factor */
                use_calibrated?: boolean;
            };
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParityPlot"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getQqPlot: {
        parameters: {
            query?: {
                /** @description Objective; default the first */
                target?: string;
                /** @description Multiply standard deviations by the calibration factor */
                use_calibrated?: boolean;
            };
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QqPlot"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCalibrationPlot: {
        parameters: {
            query?: {
                /** @description Objective; default the first */
                target?: string;
                /** @description Multiply standard deviations by the calibration factor */
                use_calibrated?: boolean;
            };
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalibrationPlot"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getLearningCurve: {
        parameters: {
            query?: {
                target?: string;
                cv_splits?: number;
            };
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearningCurve"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getHyperparameters: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HyperparametersView"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getContourPlot: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContourRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContourPlot"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSurfacePlot: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContourRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContourPlot"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createInitialDesign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitialDesignRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitialDesign"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOptimalDesignInfo: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OptimalDesignInfoRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptimalDesignInfo"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createOptimalDesign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OptimalDesignRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptimalDesign"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createOptimalSplitPlotDesign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OptimalSplitPlotRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptimalSplitPlotDesign"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSplitPlotDesign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SplitPlotRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SplitPlotDesign"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    evaluateDesign: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluateDesignRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DesignEvaluation"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    analyseDesign: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalyseDesignRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DesignAnalysis"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getLock: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lock"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    lockSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LockRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lock"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unlockSession: {
        parameters: {
            query?: {
                /** @description If absent, the lock is removed by force */
                lock_token?: string;
            };
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lock"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setLockPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LockPolicy"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lock"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createBackup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupTaken"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteBackup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupDeleted"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listBackups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryList"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    restoreBackup: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionCreated"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOldBackups: {
        parameters: {
            query?: {
                max_age_hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                entry_type?: string;
            };
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    recordAuditLock: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuditLockRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLocked"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    recordAuditEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuditEventRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventRecorded"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportAuditLog: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": unknown;
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listConfigChanges: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigChanges"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRevisions: {
        parameters: {
            query?: {
                skip?: number;
                limit?: number;
            };
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryList"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    compareRevisions: {
        parameters: {
            query: {
                from: number;
                /** @description Default: the current campaign */
                to?: number;
            };
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRevision: {
        parameters: {
            query?: {
                skip?: number;
                limit?: number;
            };
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                session_id: string;
                revision: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PastCampaign"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    branchSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BranchRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionCreated"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Control"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Control"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCostModel: {
        parameters: {
            query?: {
                /** @description Also return the cost of each recorded experiment; default false */
                per_experiment?: boolean;
            };
            header?: {
                /** @description ETag of the answer that the client already has; 304 if the session has not changed */
                "If-None-Match"?: string;
                /** @description On several servers: the lowest revision that the answer must include */
                "Min-Revision"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description Revision of the session */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CostModelAnswer"];
                };
            };
            /** @description The session has the revision that If-None-Match names; no body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setCostModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CostModelRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CostModelAnswer"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteCostModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request sent again under the same key is carried out once */
                "Idempotency-Key"?: string;
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    /** @description true: the stored answer of an earlier request with the same key */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeCostModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CostModelPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CostModelAnswer"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    evaluateCostModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluateCostRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluateCostResponse"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createDesignWithinBudget: {
        parameters: {
            query?: never;
            header?: {
                /** @description Token of the lock, if the session enforces it */
                "X-Lock-Token"?: string;
                /** @description ETag of the session on which the change is based */
                "If-Match"?: string;
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CostDesignRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Service-Saved"?: "true" | "false";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CostDesign"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session is not at the version of If-Match */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Another person holds the lock, and the session enforces it */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    validateCostFunction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValidateCostRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidateCostResponse"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    evaluateCostFunction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluateFunctionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluateFunctionResponse"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAssistantConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssistantConfig"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateAssistantConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssistantConfigPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssistantSaved"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOllamaModels: {
        parameters: {
            query?: {
                base_url?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OllamaModels"];
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    suggestEffects: {
        parameters: {
            query?: never;
            header?: {
                /** @description respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s */
                Prefer?: string;
            };
            path: {
                /** @description Exact session ID, letter case included */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuggestEffectsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            /** @description An impossible value; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Authentication is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller, or not with this token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not match its schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description More requests, or waiting jobs of one session, than the server allows (Retry-After) */
            429: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The server failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The session file cannot be read, or the server is overloaded (Retry-After) */
            503: {
                headers: {
                    /** @description Seconds */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
